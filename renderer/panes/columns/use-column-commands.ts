import { useEffect, useRef } from "react";
import { commands } from "../../commands/registry.ts";
import { overlay } from "../../state/overlay.ts";
import { selection } from "../../state/selection.ts";
import { pairLinks } from "./describe.ts";
import type { RowActions } from "./row-actions.ts";
import type { AlignedRows } from "./rows.ts";

interface ColumnCommands {
  readonly rows: AlignedRows;
  readonly actions: RowActions;
  readonly selected: number | undefined;
  readonly onFold: () => void;
  readonly onFoldTurns: () => void;
  readonly onPinToEnd: () => void;
}

/** From a call to its result and back; of the lifted message, to its other place. */
export function goToOther({
  rows,
  actions,
  selected,
}: Pick<ColumnCommands, "rows" | "actions" | "selected">): void {
  const row = selected === undefined ? undefined : rows.at(selected);
  if (row === undefined || !("raw" in row) || !("index" in row)) return;
  const { side } = selection.getState();
  if (row.kind === "lifted") return actions.jump({ index: row.index }, "raw");
  if (row.sent?.state === "lifted") return actions.jump({ index: row.index }, "sent");
  const [link] = pairLinks(row.raw);
  if (link) actions.jump({ index: link.to }, side);
}

function callsTools({ rows, selected }: ColumnCommands): boolean {
  const row = selected === undefined ? undefined : rows.at(selected);
  return row !== undefined && "raw" in row && "index" in row && (row.raw.calls?.length ?? 0) > 0;
}

function isCovered({ rows, selected }: ColumnCommands): boolean {
  const { from, to } = rows.coveredRows;
  return selected !== undefined && selected > from && selected < to;
}

/** What can be done in the columns, for the palette, the help and the keys. */
export function useColumnCommands(given: ColumnCommands): void {
  const now = useRef(given);
  useEffect(() => {
    now.current = given;
  });
  useEffect(() => {
    const free = () => overlay.getState().overlay === undefined;
    return commands.register(
      {
        id: "columns.other",
        title: "From a call to its result, and back",
        group: "Navigate",
        keys: ["o"],
        when: () => free() && now.current.selected !== undefined,
        run: () => goToOther(now.current),
      },
      {
        id: "columns.fold",
        title: "Fold or unfold what the summary covers",
        group: "View",
        keys: ["f"],
        when: () => free() && now.current.rows.coveredRows.to > 0,
        run: () => now.current.onFold(),
      },
      {
        id: "columns.turns",
        title: "Fold the turns, or show every message",
        group: "View",
        keys: ["u"],
        when: free,
        run: () => now.current.onFoldTurns(),
      },
      {
        id: "columns.definition",
        title: "From a call to the definitions of the tools",
        group: "Navigate",
        when: () => free() && callsTools(now.current),
        run: () => now.current.actions.jump({ special: "tools" }, "raw"),
      },
      {
        id: "columns.summary",
        title: "To the summary that covers the chosen message",
        group: "Navigate",
        when: () => free() && isCovered(now.current),
        run: () => now.current.actions.jump({ special: "summary" }, "sent"),
      },
      {
        id: "columns.end",
        title: "Stay at the end of the request, or not",
        group: "View",
        keys: ["e"],
        when: free,
        run: () => now.current.onPinToEnd(),
      },
    );
  }, []);
}

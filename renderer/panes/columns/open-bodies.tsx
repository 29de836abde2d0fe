import type { MessageAddress } from "../../../core/contract/run-view.ts";
import { useCurrent } from "../../data/current.tsx";
import { ROW_CHARS, useRawBody, useSentBody } from "../../data/queries.ts";
import type { Side } from "../../state/selection.ts";
import { InlineBody } from "./inline-body.tsx";
import { addressOf, type Row } from "./row.ts";

interface OpenBodiesProps {
  readonly row: Row;
  readonly side: Side;
  readonly onOpen: () => void;
}

interface BodyProps {
  readonly at: MessageAddress;
  readonly onOpen: () => void;
}

function RawBody({ at, onOpen }: BodyProps) {
  const { transcript, thread, results } = useCurrent();
  const query = useRawBody(transcript?.id, thread?.id, at, ROW_CHARS, results);
  return <InlineBody query={query} onOpen={onOpen} />;
}

function SentBody({ at, onOpen }: BodyProps) {
  const { place } = useCurrent();
  return <InlineBody query={useSentBody(place, at)} onOpen={onOpen} />;
}

/** True when there is something of a row on a side whose body can be asked for. */
export function hasBody(row: Row, side: Side): boolean {
  switch (row.kind) {
    case "system":
    case "tools":
      return row.raw !== null;
    case "inserted":
      return side === "sent";
    case "message":
    case "lifted":
    case "answer":
      return side === "raw" ? row.kind !== "lifted" : row.sent?.state === "sent";
    case "divider":
    case "turn":
    case "summary":
      return false;
  }
}

/** The beginning of a row's body on one side; asked for only once the row is opened. */
export function OpenBodies({ row, side, onOpen }: OpenBodiesProps) {
  const at = addressOf(row);
  if (!at || !hasBody(row, side)) return null;
  return side === "raw" ? <RawBody at={at} onOpen={onOpen} /> : <SentBody at={at} onOpen={onOpen} />;
}

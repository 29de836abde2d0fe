import type { Json } from "../model/json.ts";
import { arrayField, stringField } from "../model/json.ts";
import type { CodexThread } from "./codex-thread.ts";
import { textOf } from "./codex-thread.ts";
import { BadRecord } from "./importer.ts";
import type { Notebook } from "./notebook.ts";
import type { ItemPiece } from "./responses-item.ts";
import { responsesItem } from "./responses-item.ts";

const MEDIA = "media and calls in a replacement history that stand nowhere before it: not shown";

/** What a compaction put in the place of history. */
export interface CompactionSummary {
  /** The summary that was written, and whatever else the new history holds that the old one did not. */
  readonly summary: string;
  /** Items of the new history that were there before. */
  readonly kept: number;
}

/** Reads a `compacted` line against what was said before it. */
export function compactionSummary(
  payload: Json,
  thread: CodexThread,
  notes: Notebook,
  line: number,
): CompactionSummary {
  const message = stringField(payload, "message") ?? "";
  const texts = message === "" ? [] : [message];
  let kept = 0;
  for (const item of arrayField(payload, "replacement_history") ?? []) {
    const found = said(readItem(item, notes, line), thread);
    if (found === "kept") kept++;
    else if (found === "other") notes.add("dropped", MEDIA, line);
    else if (found.text !== "" && (message === "" || !found.text.includes(message))) texts.push(found.text);
    else if (found.text !== "" && texts[0] === message) texts[0] = found.text;
  }
  return { summary: texts.join("\n\n"), kept };
}

function readItem(item: Json, notes: Notebook, line: number): ItemPiece | undefined {
  try {
    return responsesItem(item, notes, line);
  } catch (error) {
    if (!(error instanceof BadRecord)) throw error;
    notes.add("dropped", `replacement_history: ${error.message}`, line);
    return undefined;
  }
}

/** Whether a piece was said before; else its text, or that it has none. */
function said(
  piece: ItemPiece | undefined,
  thread: CodexThread,
): "kept" | "other" | { readonly text: string } {
  if (!piece || piece.kind === "opaque") return { text: "" };
  if (piece.kind === "mark") return { text: `[${piece.mark.label}]` };
  if (piece.kind === "result") return "other";
  const role = piece.kind === "assistant" ? ("assistant" as const) : ("user" as const);
  const message = { id: piece.id, role, parts: piece.parts };
  if (thread.hasSaid(message)) return "kept";
  const text = textOf(message);
  return text === "" && piece.parts.length > 0 ? "other" : { text };
}

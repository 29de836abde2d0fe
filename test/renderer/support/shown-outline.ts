import { columnsOf } from "../../../core/contract/message-columns.ts";
import type { OutlineMessage, ThreadOutline } from "../../../core/contract/rows.ts";
import { type LoadRows, MessageTable, type Outline } from "../../../renderer/data/message-table.ts";

/** A table over rows that are there. What it asks for comes when `load` says so; at once, but for a turn, by itself. */
export function tableOf(
  rows: readonly OutlineMessage[],
  load: LoadRows = async (from, to) => rows.slice(from, to),
): MessageTable {
  return new MessageTable(columnsOf(rows), load);
}

/** An outline as a window holds it. */
export function shownOutline(outline: ThreadOutline): Outline {
  return { ...outline, messages: tableOf(outline.messages) };
}

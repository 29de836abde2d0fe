import type { Mark } from "../model/mark.ts";
import type { Part, ToolResultPart } from "../model/part.ts";
import type { MessageMeta } from "../model/thread.ts";
import type { AssistantPiece, ItemPiece, ResultPiece, TextPiece } from "./responses-item.ts";
import type { WireMessage } from "./wire-message.ts";

/** Where the messages and marks that items make go, in order. */
export interface GroupedItems {
  message(message: WireMessage): void;
  mark(mark: Omit<Mark, "at">): void;
}

/**
 * Joins items of the Responses API to messages. Assistant items that follow one another are one response, so one
 * assistant message; results of its hosted calls come in a tool message after it, each other result in one of its own.
 */
export class ItemGrouper {
  readonly #into: GroupedItems;
  #id = "";
  #parts: Part[] = [];
  #results: ToolResultPart[] = [];
  #marks: Omit<Mark, "at">[] = [];
  #meta: MessageMeta | undefined;
  #open = false;
  /** The last tool search: at the provider, its output names no call. */
  #search = "";

  constructor(into: GroupedItems) {
    this.#into = into;
  }

  /** True while a response is being joined. */
  get open(): boolean {
    return this.#open;
  }

  /** A piece; `meta` is of the message that it begins. */
  add(piece: Exclude<ItemPiece, { kind: "opaque" }>, meta?: MessageMeta): void {
    if (piece.kind === "assistant") this.#assistant(piece, meta);
    else if (piece.kind === "mark") this.#mark(piece.mark);
    else {
      this.flush();
      this.#into.message(other(piece, meta, this.#search));
    }
  }

  /** Ends the response that is being joined. */
  flush(): void {
    if (!this.#open) return;
    this.#open = false;
    const { parts, results, marks, meta, id } = this.#take();
    this.#into.message({
      id,
      role: "assistant",
      parts,
      ...(meta ? { meta } : {}),
      ...(marks.length === 0 ? {} : { marksAfter: marks }),
    });
    if (results.length > 0) this.#into.message({ id: "", role: "tool", parts: results });
  }

  #assistant(piece: AssistantPiece, meta: MessageMeta | undefined): void {
    this.#open = true;
    this.#meta ??= meta;
    if (this.#id === "") this.#id = piece.id;
    if (piece.result) this.#results.push(piece.result);
    for (const part of piece.parts) {
      this.#parts.push(part);
      if (part.type === "tool-call" && part.name === "tool_search") this.#search = part.callId;
    }
  }

  /** A mark inside a response stands after it: what came before is what was compacted. */
  #mark(mark: Omit<Mark, "at">): void {
    if (this.#open) this.#marks.push(mark);
    else this.#into.mark(mark);
  }

  #take(): {
    parts: Part[];
    results: ToolResultPart[];
    marks: Omit<Mark, "at">[];
    meta?: MessageMeta;
    id: string;
  } {
    const meta = this.#meta;
    const taken = { parts: this.#parts, results: this.#results, marks: this.#marks, id: this.#id };
    this.#parts = [];
    this.#results = [];
    this.#marks = [];
    this.#id = "";
    this.#meta = undefined;
    return meta ? { ...taken, meta } : taken;
  }
}

function other(
  piece: TextPiece<"user"> | TextPiece<"system"> | ResultPiece,
  meta: MessageMeta | undefined,
  search: string,
): WireMessage {
  const known = meta ? { meta } : {};
  if (piece.kind !== "result") return { id: piece.id, role: "user", parts: piece.parts, ...known };
  const callId = piece.result.callId === "" ? search : piece.result.callId;
  const seen = piece.seen ? { seen: [{ ...piece.seen, callId }] } : {};
  return { id: piece.id, role: "tool", parts: [{ ...piece.result, callId }], ...seen, ...known };
}

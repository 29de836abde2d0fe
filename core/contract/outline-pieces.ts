import type { OutlineMessage, ThreadOutline } from "../model/rows.ts";
import type { Params } from "./methods.ts";
import type { AbortSignalLike, Host } from "./rpc.ts";

/** Some messages of an outline, in order: a long one comes in pieces, so that no window stands still over it. */
export interface OutlinePiece {
  readonly messages: readonly OutlineMessage[];
}

/** Messages of one piece: a few milliseconds of reading. */
const PIECE = 1000;

/** Gives a long outline's messages in pieces, and the outline without them; a short one as it is. */
export function inPieces(outline: ThreadOutline, give: (piece: OutlinePiece) => void): ThreadOutline {
  const { messages } = outline;
  if (messages.length <= PIECE) return outline;
  for (let at = 0; at < messages.length; at += PIECE) give({ messages: messages.slice(at, at + PIECE) });
  return { ...outline, messages: [] };
}

/** Asks a host for an outline and puts its pieces together. */
export async function wholeOutline(
  host: Host,
  asked: Params<"thread.outline">,
  signal?: AbortSignalLike,
): Promise<ThreadOutline> {
  const messages: OutlineMessage[] = [];
  const onEvent = (piece: OutlinePiece): void => {
    for (const message of piece.messages) messages.push(message);
  };
  const outline = await host.call("thread.outline", asked, { onEvent, ...(signal ? { signal } : {}) });
  return messages.length > 0 ? { ...outline, messages } : outline;
}

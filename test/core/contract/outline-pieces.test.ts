import { expect, test } from "vitest";
import { inPieces, type OutlinePiece, wholeOutline } from "../../../core/contract/outline-pieces.ts";
import type { Host } from "../../../core/contract/rpc.ts";
import type { ThreadOutline } from "../../../core/contract/rows.ts";
import { outlineOf } from "../../../core/analysis/outline.ts";
import { ThreadBuilder } from "../../support/build-thread.ts";

function outline(messages: number): ThreadOutline {
  const thread = new ThreadBuilder();
  for (let at = 0; at < messages; at++) thread.user(`message ${at}`);
  return outlineOf(thread.build(), 1);
}

/** A host that answers with one outline, in pieces as a real one does. */
function hostOf(whole: ThreadOutline): { host: Host; pieces: OutlinePiece[] } {
  const pieces: OutlinePiece[] = [];
  const call = async (_: unknown, __: unknown, options?: { onEvent?: (piece: OutlinePiece) => void }) =>
    inPieces(whole, (piece) => {
      pieces.push(piece);
      options?.onEvent?.(piece);
    });
  return { host: { call: call as never }, pieces };
}

test.each([0, 1, 1000, 1001, 2500, 4000])("an outline of %i messages arrives as it is", async (count) => {
  const whole = outline(count);
  const { host, pieces } = hostOf(whole);
  expect(await wholeOutline(host, { transcript: 1, thread: "t" })).toEqual(whole);
  expect(pieces.length).toBe(count <= 1000 ? 0 : Math.ceil(count / 1000));
  for (const { messages } of pieces) expect(messages.length).toBeLessThanOrEqual(1000);
});

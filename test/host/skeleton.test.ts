import fc from "fast-check";
import { expect, test } from "vitest";
import type { ImportedThread } from "../../core/importers/importer.ts";
import { readSkeleton, writeSkeleton } from "../../host/library/skeleton.ts";
import { squeezeBytes } from "../../host/library/squeeze.ts";

const role = fc.constantFrom("user", "assistant", "tool");
/** How many handles a message has, and how many others were kept between it and the one before. */
const message = fc.record({
  role,
  count: fc.integer({ min: 0, max: 3 }),
  apart: fc.constantFrom(0, 0, 0, 1),
});

function threadOf(
  made: readonly { readonly role: string; readonly count: number; readonly apart: number }[],
  from: number,
): ImportedThread {
  let next = from;
  const messages = made.map(({ role: given, count, apart }) => {
    next += apart;
    return { id: "", role: given as "user", kept: Array.from({ length: count }, () => next++) };
  });
  return { id: "one", lane: "main", system: null, tools: [], messages, marks: [] };
}

const rows = ({ messages }: ImportedThread, shared = 0): unknown =>
  messages.map(({ role: own, kept }, at) => [own, at < shared ? [] : kept]);

test("a thread's skeleton comes back as it was, whatever its handles are", () => {
  const made = fc.tuple(fc.array(message, { maxLength: 300 }), fc.integer({ min: 0, max: 2 ** 31 }));
  fc.assert(
    fc.property(made, ([messages, from]) => {
      const thread = threadOf(messages, from);
      expect(readSkeleton(writeSkeleton(thread))).toEqual(rows(thread));
    }),
  );
});

test("a branch's skeleton leaves out what it shares with its lane", () => {
  const thread = threadOf(
    Array.from({ length: 5 }, () => ({ role: "user", count: 1, apart: 0 })),
    7,
  );
  const branch = { ...thread, branch: { of: "main", shared: 2 } };
  expect(readSkeleton(writeSkeleton(branch))).toEqual(rows(thread, 2));
});

test("a skeleton that an older version wrote is read", () => {
  const older = JSON.stringify([
    ["user", [3]],
    ["assistant", [4, 9]],
  ]);
  expect(readSkeleton(squeezeBytes(Buffer.from(older)))).toEqual([
    ["user", [3]],
    ["assistant", [4, 9]],
  ]);
});

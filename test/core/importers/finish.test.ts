import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { finishThread, finishThreads } from "../../../core/importers/finish.ts";
import type { ImportedThread } from "../../../core/importers/importer.ts";

function thread(ids: readonly string[], id = "t"): ImportedThread {
  const messages = ids.map((one) => ({ id: one, role: "user" as const, kept: [] }));
  return { id, lane: "main", system: null, tools: [], messages, marks: [] };
}

const idsOf = (ids: readonly string[]): string[] =>
  finishThread(thread(ids)).thread.messages.map((message) => message.id);

describe("finishThread", () => {
  it("names what has no id by its position, and gives repeated ids a suffix", () => {
    expect(idsOf(["a", "", "a", "a", ""])).toEqual(["a", "m2", "a~2", "a~3", "m5"]);
    expect(finishThread(thread(["a", "", "a", "a"])).renamed).toBe(2);
  });

  it("never collides with a recorded id that looks like its own", () => {
    expect(idsOf(["m2", "", "a", "a~2", "a", "a"])).toEqual(["m2", "m2~2", "a", "a~2", "a~3", "a~4"]);
  });

  it("gives unique ids whatever was recorded, and keeps those that were unique", () => {
    const id = fc.constantFrom("", "a", "a~2", "a~3", "m1", "m2", "m3", "~2", "__proto__");
    fc.assert(
      fc.property(fc.array(id, { maxLength: 30 }), (recorded) => {
        const given = idsOf(recorded);
        expect(new Set(given).size).toBe(recorded.length);
        recorded.forEach((one, index) => {
          if (one !== "" && recorded.indexOf(one) === index && given.indexOf(one) === index)
            expect(given[index]).toBe(one);
        });
      }),
    );
  });

  it("keeps the very same message where nothing changes", () => {
    const before = thread(["a", "b"]);
    expect(finishThread(before).thread.messages[1]).toBe(before.messages[1]);
  });

  it("names threads of a file the same way", () => {
    const found = finishThreads([thread([], "main"), thread([], "main"), thread([], "")]);
    expect(found.map((one) => one.thread.id)).toEqual(["main", "main~2", "m3"]);
  });
});

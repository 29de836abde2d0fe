import fc from "fast-check";
import { expect, test } from "vitest";
import { countLines } from "../../../core/lib/text-lines.ts";
import { utf8Length } from "../../../core/lib/utf8.ts";
import { type ReadBound, parseStart, readWindow, searchWindow } from "../../../core/policies/read-window.ts";
import { longText } from "../../support/random-text.ts";

const bytes = (value: number): ReadBound => ({ unit: "bytes", value, of: "whole" });
const START = { line: 1, byte: 0 };

test("windows tile the text: nothing lost, nothing repeated, every answer within its bound", () => {
  fc.assert(
    fc.property(
      longText,
      fc.constantFrom(130, 200, 1000, 65_536),
      fc.constantFrom("bytes" as const, "units" as const),
      (long, value, unit) => {
        const text = long.slice(0, 6000);
        let joined = "";
        let start: string | undefined = "1";
        while (start !== undefined && joined.length < text.length) {
          const answer = readWindow(text, parseStart(start) ?? START, Number.MAX_SAFE_INTEGER, {
            unit,
            value,
            of: "whole",
          });
          expect(unit === "bytes" ? utf8Length(answer.text) : answer.text.length).toBeLessThanOrEqual(value);
          const at =
            answer.next === undefined ? answer.text.length : answer.text.lastIndexOf("[more follows");
          const gap = answer.next?.includes(":") ? 1 : 0;
          joined += answer.text.slice(0, at - gap);
          start = answer.next;
        }
        expect(joined).toBe(text);
      },
    ),
  );
});

test("offset and limit are lines from 1; past the end says so", () => {
  const text = "one\ntwo\nthree";
  expect(readWindow(text, { line: 2, byte: 0 }, 1, bytes(1000))).toEqual({
    isError: false,
    text: "two\n",
    from: 2,
    to: 2,
    of: 3,
    next: "3",
  });
  expect(readWindow(text, { line: 3, byte: 0 }, 9, bytes(1000))).toEqual({
    isError: false,
    text: "three",
    from: 3,
    to: 3,
    of: 3,
  });
  expect(readWindow(text, { line: 4, byte: 0 }, 9, bytes(1000))).toMatchObject({
    isError: false,
    text: "[end: there are 3 lines]",
  });
});

test("a line longer than the bound comes in pieces that split no code point", () => {
  const answer = readWindow("🧪".repeat(100), START, 1, bytes(120));
  expect(answer.next).toMatch(/^1:\d+$/);
  expect(Number(answer.next?.split(":")[1]) % 4).toBe(0);
});

test("search gives the matching lines only, and where to go on", () => {
  const text = Array.from({ length: 200 }, (_, at) => `line ${at + 1} ${at % 2 ? "odd" : "even"}\n`).join("");
  const all = searchWindow(text, "odd", START, bytes(65_536));
  expect(countLines(all.text)).toBe(100);
  const some = searchWindow(text, "odd", START, bytes(300));
  expect(some.next).toBeDefined();
  const rest = searchWindow(text, "odd", parseStart(some.next ?? "") ?? START, bytes(65_536));
  expect(countLines(rest.text) + countLines(some.text.slice(0, some.text.indexOf("[more")))).toBe(100);
});

test.each(["0", "1:", "-1", "1:-1", "a", "1:2:3", ""])("%j is no start", (start) => {
  expect(parseStart(start)).toBeUndefined();
});

import { expect, test } from "vitest";
import { notImported } from "../../../../renderer/panes/library/sample-list.tsx";

const SAMPLES = ["tail", "long"].map((id) => ({ id, title: id, shows: "" }));

test("a sample is offered until the library has it, by its own file and no other of that name", () => {
  const row = (name: string, sample: boolean) => ({ name, sample });
  const left = (...rows: { name: string; sample: boolean }[]) =>
    notImported(SAMPLES, rows).map(({ id }) => id);
  expect(left()).toEqual(["tail", "long"]);
  expect(left(row("tail.jsonl", true))).toEqual(["long"]);
  expect(left(row("tail.jsonl", false))).toEqual(["tail", "long"]);
  expect(left(row("tail.jsonl", true), row("long.jsonl", true))).toEqual([]);
});

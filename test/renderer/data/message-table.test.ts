import { expect, test, vi } from "vitest";
import type { OutlineMessage } from "../../../core/contract/rows.ts";
import { outlineMessage } from "../panes/columns/samples.ts";
import { tableOf } from "../support/shown-outline.ts";

const rows = Array.from({ length: 5000 }, (_, at) => outlineMessage(at));
const arrived = () => new Promise((done) => setTimeout(done, 0));

/** A table that counts what it asks for. */
function counted(of: readonly OutlineMessage[] = rows) {
  const asked: [number, number][] = [];
  const table = tableOf(of, async (from, to) => {
    asked.push([from, to]);
    return of.slice(from, to);
  });
  return { table, asked };
}

test("a row that is not there yet has its role, sizes and turn, and the words come later", async () => {
  const { table } = counted();
  const told = vi.fn<() => void>();
  const end = table.watch(told);
  const { role, tokens, bytes, turn } = rows[2000] as OutlineMessage;
  expect(table.at(2000)).toMatchObject({ role, tokens, bytes, turn, excerpt: "", bare: true });
  expect(table.at(2000)).toBe(table.at(2000));
  expect(told).not.toHaveBeenCalled();
  await arrived();
  expect(told).toHaveBeenCalled();
  expect(table.at(2000)).toBe(rows[2000]);
  end();
  const before = told.mock.calls.length;
  table.at(0);
  await arrived();
  expect(told.mock.calls.length).toBe(before);
});

test("each page is asked for once while it is coming, and a row near its end asks for the next", async () => {
  const { table, asked } = counted();
  for (let at = 1000; at < 1010; at++) table.at(at);
  expect(new Set(asked.map(String)).size).toBe(asked.length);
  expect(asked.length).toBeLessThanOrEqual(2);
  await arrived();
  const known = asked.length;
  for (let at = 1000; at < 1010; at++) expect(table.at(at)?.excerpt).toBe(`text ${at}`);
  expect(asked).toHaveLength(known);
});

test("going through a thread asks for every message about once, and holds a bounded part of it", async () => {
  const { table, asked } = counted();
  for (let at = 0; at < rows.length; at += 10) {
    table.at(at);
    await arrived();
    expect(table.at(at)).toBe(rows[at]);
  }
  expect(asked.reduce((sum, [from, to]) => sum + to - from, 0)).toBe(rows.length);
  table.at(0);
  expect(asked.at(-1)?.[0]).toBe(0);
  expect(table.at(0)).toMatchObject({ bare: true });
});

test("a page that could not be had is asked for again when it is looked at again", async () => {
  let fails = true;
  const table = tableOf(rows, async (from, to) => {
    if (fails) throw new Error("the link is lost");
    return rows.slice(from, to);
  });
  table.at(64);
  await arrived();
  expect(table.at(64)).toMatchObject({ bare: true });
  fails = false;
  await arrived();
  table.at(64);
  await arrived();
  expect(table.at(64)).toBe(rows[64]);
});

test("sums, turns and places outside are those of the rows", () => {
  const { table } = counted();
  for (const [from, to] of [
    [0, 0],
    [0, 5000],
    [17, 600],
    [4990, 6000],
    [-5, 3],
    [9, 2],
  ] as const) {
    const some = rows.filter((_, at) => at >= from && at < to);
    expect(table.sum(from, to)).toEqual({
      tokens: some.reduce((sum, { tokens }) => sum + tokens, 0),
      bytes: some.reduce((sum, { bytes }) => sum + bytes, 0),
    });
  }
  for (const at of [0, 1, 2, 3, 4, 2500, 4999]) expect(table.turnOf(at)).toBe(rows[at]?.turn);
  for (const at of [-1, 5000, Number.NaN]) expect(table.at(at)).toBeUndefined();
});

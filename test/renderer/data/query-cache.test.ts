import { expect, test } from "vitest";
import { QueryCache } from "../../../renderer/data/query-cache.ts";

const turn = () => new Promise((done) => setTimeout(done, 0));

/** A loader that is answered by hand. */
function byHand<T>() {
  const asked: { signal: AbortSignal; answer: (value: T) => void; fail: (error: Error) => void }[] = [];
  const load = (signal: AbortSignal) =>
    new Promise<T>((answer, fail) => {
      asked.push({ signal, answer, fail });
    });
  return { asked, load };
}

test("two who ask for one key make one load", async () => {
  const cache = new QueryCache();
  const { asked, load } = byHand<number>();
  cache.watch("a", () => {});
  cache.ensure("a", load);
  cache.ensure("a", load);
  expect(asked).toHaveLength(1);
  expect(cache.read("a").loading).toBe(true);
  asked[0]?.answer(7);
  await turn();
  expect(cache.read("a")).toEqual({ value: 7, error: undefined, loading: false });
  cache.ensure("a", load);
  expect(asked).toHaveLength(1);
});

test("what is read stays the same object until something changes", async () => {
  const cache = new QueryCache();
  const { asked, load } = byHand<number>();
  cache.ensure("a", load);
  expect(cache.read("a")).toBe(cache.read("a"));
  asked[0]?.answer(1);
  await turn();
  expect(cache.read("a")).toBe(cache.read("a"));
});

test("a load that nobody waits for any more is cancelled, one that is taken up at once again is not", async () => {
  const cache = new QueryCache();
  const { asked, load } = byHand<number>();
  const leave = cache.watch("a", () => {});
  cache.ensure("a", load);
  leave();
  const back = cache.watch("a", () => {});
  await turn();
  expect(asked[0]?.signal.aborted).toBe(false);
  back();
  await turn();
  expect(asked[0]?.signal.aborted).toBe(true);
  expect(cache.read("a").loading).toBe(false);
  asked[0]?.answer(3);
  await turn();
  expect(cache.read("a").value).toBeUndefined();
});

test("a failed key tells its error, keeps its value and can be loaded again", async () => {
  const cache = new QueryCache();
  const { asked, load } = byHand<number>();
  cache.ensure("a", load);
  asked[0]?.answer(1);
  await turn();
  cache.refresh("a", load);
  expect(cache.read("a")).toMatchObject({ value: 1, loading: true });
  asked[1]?.fail(new Error("no"));
  await turn();
  expect(cache.read("a")).toMatchObject({ value: 1, error: new Error("no"), loading: false });
  cache.refresh("a", load);
  asked[2]?.answer(2);
  await turn();
  expect(cache.read("a")).toEqual({ value: 2, error: undefined, loading: false });
});

test("invalidating loads what is watched again with its value kept, and forgets the rest", async () => {
  const cache = new QueryCache();
  const { asked, load } = byHand<string>();
  cache.put("b/1", "old");
  let told = 0;
  cache.watch("b/2", () => told++);
  cache.ensure("b/2", load);
  asked[0]?.answer("first");
  await turn();
  cache.put("c", "stays");
  cache.invalidate("b/");
  expect(cache.read("b/1").value).toBeUndefined();
  expect(cache.read("b/2")).toMatchObject({ value: "first", loading: true });
  expect(cache.read("c").value).toBe("stays");
  asked[1]?.answer("second");
  await turn();
  expect(cache.read("b/2").value).toBe("second");
  expect(told).toBeGreaterThanOrEqual(3);
});

test("past the limit the least recently used that nobody watches are dropped", async () => {
  const cache = new QueryCache(3);
  cache.watch("watched", () => {});
  cache.put("watched", 0);
  for (const key of ["a", "b", "c", "d"]) {
    cache.ensure(key, () => Promise.resolve(key));
    await turn();
  }
  expect(["watched", "a", "b", "c", "d"].map((key) => cache.read(key).value)).toEqual([
    0,
    undefined,
    undefined,
    "c",
    "d",
  ]);
});

test("fetch gives what is known, else loads and remembers it", async () => {
  const cache = new QueryCache();
  let loads = 0;
  const load = () => Promise.resolve(++loads);
  expect(await cache.fetch("k", load)).toBe(1);
  expect(await cache.fetch("k", load)).toBe(1);
  expect(loads).toBe(1);
});

test("heavy values are dropped past a weight, the oldest first, never one that is watched", async () => {
  const cache = new QueryCache(400, 100);
  const add = async (key: string, weight: number) => {
    cache.ensure(
      key,
      async () => weight,
      (value) => value,
    );
    await turn();
  };
  const held = (keys: string) =>
    keys
      .split("")
      .filter((key) => cache.read(key).value !== undefined)
      .join("");
  cache.watch("a", () => {});
  for (const key of "abcd") await add(key, 30);
  expect(held("abcd")).toBe("acd");
  await add("e", 90);
  expect(held("abcde")).toBe("ae");
  cache.invalidate("e");
  for (const key of "fg") await add(key, 30);
  expect(held("aefg")).toBe("afg");
});

import { expect, test } from "vitest";
import { ownMemory } from "../../renderer/own-memory.ts";

function storage(more: Partial<Storage> = {}): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    ...more,
  } as Storage;
}

test("what is kept comes back, each window its own", () => {
  const [one, other] = [storage(), storage()];
  ownMemory(one).set("draft", { profile: 1 });
  ownMemory(one).set("layout", "dark");
  ownMemory(other).set("layout", "light");
  expect([ownMemory(one).get("draft"), ownMemory(one).get("layout")]).toEqual([{ profile: 1 }, "dark"]);
  expect([ownMemory(other).get("draft"), ownMemory(other).get("layout")]).toEqual([undefined, "light"]);
  expect(ownMemory(one).get("constructor")).toBeUndefined();
});

test("a storage that is refused, full or damaged keeps nothing, and nothing fails", () => {
  const refuse = () => {
    throw new Error("no");
  };
  ownMemory(storage({ setItem: refuse })).set("a", 1);
  expect(ownMemory(storage({ getItem: refuse })).get("a")).toBeUndefined();
  expect(ownMemory(storage({ getItem: () => "{" })).get("a")).toBeUndefined();
  expect(ownMemory(storage({ getItem: () => "[1]" })).get("0")).toBeUndefined();
});

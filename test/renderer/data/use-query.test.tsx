import { expect, test } from "vitest";
import { HostProvider } from "../../../renderer/data/host-context.tsx";
import { type Query, useQuery } from "../../../renderer/data/use-query.ts";
import { MemoryHost } from "../../support/memory-host.ts";
import { doing, draw, settle } from "../support/draw.tsx";

interface Asked {
  readonly key: string;
  readonly signal: AbortSignal;
  readonly answer: (value: string) => void;
  readonly fail: (error: Error) => void;
}

/** A component that asks for a key and shows what it knows; answers are given by hand. */
async function asking(first: string, keep?: boolean | string) {
  const asked: Asked[] = [];
  const seen: Query<string>[] = [];
  const { connection } = new MemoryHost();
  function Asking({ name }: { readonly name: string }) {
    const load = (signal: AbortSignal) =>
      new Promise<string>((answer, fail) => {
        asked.push({ key: name, signal, answer, fail });
      });
    const query = useQuery(name, load, keep === undefined ? {} : { keep });
    seen.push(query);
    return <p>{query.data}</p>;
  }
  const element = (name: string | undefined) => (
    <HostProvider connection={connection}>{name === undefined ? null : <Asking name={name} />}</HostProvider>
  );
  const drawn = await draw(element(first));
  await settle();
  return {
    asked,
    seen,
    last: () => seen.at(-1),
    ask: (name: string | undefined) => drawn.again(element(name)),
  };
}

test("while the next loads the answer before stays, marked stale: nothing ever flashes", async () => {
  const { asked, seen, last, ask } = await asking("a");
  expect(last()).toMatchObject({ data: undefined, loading: true, stale: false });
  asked[0]?.answer("first");
  await settle();
  expect(last()).toMatchObject({ data: "first", loading: false, stale: false });
  const from = seen.length;
  await ask("b");
  await settle();
  expect(last()).toMatchObject({ data: "first", loading: true, stale: true });
  asked[1]?.answer("second");
  await settle();
  expect(last()).toMatchObject({ data: "second", loading: false, stale: false });
  expect(seen.slice(from).every((query) => query.data !== undefined)).toBe(true);
});

test("a question of another kind shows nothing of the one before", async () => {
  const { asked, last, ask } = await asking("x/1", "x/");
  asked[0]?.answer("one");
  await settle();
  await ask("y/1");
  await settle();
  expect(last()).toMatchObject({ data: undefined, stale: false });
});

test("of two questions the load of the first is cancelled and its late answer never shown", async () => {
  const { asked, last, ask } = await asking("a");
  await ask("b");
  await settle();
  expect(asked[0]?.signal.aborted).toBe(true);
  asked[1]?.answer("b");
  await settle();
  asked[0]?.answer("a");
  await settle();
  expect(last()?.data).toBe("b");
});

test("an error is told, and trying again loads again", async () => {
  const { asked, last } = await asking("a");
  asked[0]?.fail(new Error("broken"));
  await settle();
  expect(last()).toMatchObject({ loading: false, error: new Error("broken") });
  await doing(() => last()?.retry());
  asked[1]?.answer("good");
  await settle();
  expect(last()).toMatchObject({ data: "good", error: undefined });
});

test("whoever is gone is told nothing, and its load is cancelled", async () => {
  const { asked, seen, ask } = await asking("a");
  await ask(undefined);
  await settle();
  const renders = seen.length;
  expect(asked[0]?.signal.aborted).toBe(true);
  asked[0]?.answer("late");
  await settle();
  expect(seen.length).toBe(renders);
});

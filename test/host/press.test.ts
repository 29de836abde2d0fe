import { createHash, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { type Press, pressBeside, pressHere } from "../../host/library/press.ts";
import { type SqueezedRaw, squeezeBytes, unsqueezeBytes } from "../../host/library/squeeze.ts";

const seeds = Array.from({ length: 20 }, (_, at) => at + 1);

function piece(seed: number): Uint8Array {
  return new Uint8Array(100_000 + seed).fill(seed);
}

const whole = Buffer.concat(seeds.map(piece));
const sha256 = createHash("sha256").update(whole).digest("hex");

async function feed(press: Press): Promise<void> {
  for (const seed of seeds) {
    const bytes = piece(seed);
    const buffer = await press.buffer();
    buffer.set(bytes);
    press.take(buffer, bytes.length);
  }
}

for (const [name, open] of [
  ["on this thread", pressHere],
  ["on a thread beside it", pressBeside],
] as const)
  test(`compresses and hashes one file after the other ${name}`, async () => {
    for (const _ of [1, 2, 3]) {
      const stored: SqueezedRaw[] = [];
      const press = open((squeezed) => void stored.push(squeezed));
      await feed(press);
      expect(await press.finish()).toBe(sha256);
      await press.close();
      expect(stored.map(({ seq }) => seq)).toEqual([...seeds.keys()]);
      expect(Buffer.concat(stored.map(({ data }) => unsqueezeBytes(data))).equals(whole)).toBe(true);
    }
  });

test("what goes wrong in storing ends the work, and the next file starts anew", async () => {
  const press = pressBeside(() => {
    throw new Error("the disk is full");
  });
  await expect(feed(press).then(() => press.finish())).rejects.toThrow("the disk is full");
  await press.close();
  const next = pressBeside(() => undefined);
  await feed(next);
  expect(await next.finish()).toBe(sha256);
  await next.close();
});

test("files that are given up at any moment end no process, and store nothing afterwards", async () => {
  for (let round = 0; round < 60; round++) {
    let stored = 0;
    let closed = false;
    const press = pressBeside(() => {
      expect(closed).toBe(false);
      stored++;
    });
    for (let pieces = round % 9; pieces > 0; pieces--) {
      const buffer = await press.buffer();
      press.take(buffer, buffer.length);
    }
    closed = true;
    const before = stored;
    await press.close();
    expect(stored).toBe(before);
  }
  const next = pressBeside(() => undefined);
  await feed(next);
  expect(await next.finish()).toBe(sha256);
  await next.close();
});

test("a file that is given up in the middle does not disturb the next", async () => {
  const press = pressBeside(() => undefined);
  const buffer = await press.buffer();
  press.take(buffer, 1000);
  await press.close();
  const next = pressBeside(() => undefined);
  await feed(next);
  expect(await next.finish()).toBe(sha256);
  await next.close();
});

test("bytes come back as they were, few or many", () => {
  for (const length of [0, 1, 255, 256, 1023, 1024, 1025, 70_000, 2 ** 20, 3 * 2 ** 20]) {
    const even = new Uint8Array(length).fill(7);
    const uneven = randomBytes(length);
    for (const bytes of [even, uneven]) expect(unsqueezeBytes(squeezeBytes(bytes)).equals(bytes)).toBe(true);
  }
});

import { appendFileSync, mkdirSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import type { AppEvent } from "../../core/contract/methods.ts";
import { createHost } from "../../host/create-host.ts";
import { fileSource } from "../../host/files/file-source.ts";
import { FileFollower } from "../../host/files/follow.ts";
import { wholeLines } from "../../host/files/whole-lines.ts";
import { connectWindow } from "../support/host-client.ts";
import { sessionText, temporaryFolder } from "../support/host-library.ts";

vi.setConfig({ testTimeout: 60_000 });

const lines = sessionText(200).split("\n");
const upTo = (count: number) => `${lines.slice(0, count).join("\n")}\n`;

/** A host that follows a file of so many lines, looking at it often. */
async function following(count: number) {
  const file = path.join(temporaryFolder(), "live.jsonl");
  writeFileSync(file, upTo(count));
  const followTimes = { poll: 20, settle: 150 };
  const told: string[] = [];
  const tell = (line: string): void => void told.push(line);
  const host = createHost({ folder: temporaryFolder(), shell: "browser", followTimes, tell });
  onTestFinished(() => host.stop());
  const window = connectWindow(host);
  const events: AppEvent[] = [];
  window.call("app.watch", {}, { onEvent: (event) => events.push(event) }).catch(() => undefined);
  await host.open([file], { follow: true });
  const row = async () => {
    const rows = await window.call("library.list", {});
    return rows.toSorted((a, b) => a.id - b.id);
  };
  const bytes = async () => (await row()).map((one) => one.bytes);
  return { file, host, window, events, told, row, bytes };
}

test("what is appended to a followed file is appended to its transcript", async () => {
  const { file, events, row, bytes } = await following(10);
  const [before] = await row();
  appendFileSync(file, `${lines.slice(10, 30).join("\n")}\n`);
  await vi.waitFor(async () => expect(await bytes()).toEqual([Buffer.byteLength(upTo(30))]), 20_000);
  appendFileSync(file, `${lines.slice(30, 31).join("\n")}\n`);
  await vi.waitFor(async () => expect(await bytes()).toEqual([Buffer.byteLength(upTo(31))]), 20_000);
  const [after] = await row();
  expect(after?.id).toBe(before?.id);
  await vi.waitFor(() => expect(events).toContainEqual({ kind: "grown", transcript: before?.id }), 20_000);
});

test("a half line waits for its other half; one that stays half is taken as it is", async () => {
  const { file, row, bytes } = await following(10);
  const line = lines[10] ?? "";
  appendFileSync(file, line.slice(0, 50));
  await vi.waitFor(async () => expect(await bytes()).toEqual([Buffer.byteLength(upTo(10)) + 50]), 20_000);
  expect((await row())[0]?.report.lines.bad).toBe(1);
  appendFileSync(file, `${line.slice(50)}\n`);
  await vi.waitFor(async () => expect((await row())[0]?.report.lines).toEqual({ read: 11, bad: 0 }), 20_000);
  expect((await row()).length).toBe(1);
});

test("a file that is cut and written anew is another transcript, which is followed instead", async () => {
  const { file, window, events, told, row } = await following(10);
  const [first] = await row();
  truncateSync(file, 0);
  const fresh = sessionText(5, 99);
  appendFileSync(file, fresh);
  await vi.waitFor(async () => expect((await row()).length).toBe(2), 20_000);
  const second = (await row())[1];
  const replaced = { kind: "replaced", transcript: first?.id, by: second?.id, name: "live.jsonl" };
  await vi.waitFor(() => expect(events).toContainEqual(replaced), 20_000);
  expect(told).toEqual(["live.jsonl was written anew: it is a transcript of its own, and followed on."]);
  expect(await window.call("library.followable", {})).toEqual([{ transcript: second?.id, following: true }]);
  appendFileSync(file, sessionText(6, 99).slice(fresh.length));
  await vi.waitFor(
    async () => expect((await row())[1]?.bytes).toBe(Buffer.byteLength(sessionText(6, 99))),
    20_000,
  );
});

test("a file that becomes the same as another followed one leaves no follower behind", async () => {
  const { file, host, window, row } = await following(10);
  const other = path.join(path.dirname(file), "other.jsonl");
  writeFileSync(other, sessionText(5, 99));
  await host.open([other], { follow: true });
  const second = (await row())[1]?.id ?? 0;
  writeFileSync(file, sessionText(5, 99));
  await vi.waitFor(async () => expect(await window.call("library.followable", {})).toHaveLength(1), 20_000);
  await window.call("library.remove", { transcript: second });
  appendFileSync(other, sessionText(6, 99).slice(sessionText(5, 99).length));
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect((await row()).map(({ id }) => id)).not.toContain(second);
  expect(await row()).toHaveLength(1);
  expect(await window.call("library.followable", {})).toEqual([]);
});

test("a file that is moved away and comes back is followed on", async () => {
  const { file, bytes } = await following(10);
  renameSync(file, `${file}.1`);
  await new Promise((resolve) => setTimeout(resolve, 100));
  writeFileSync(file, upTo(40));
  await vi.waitFor(async () => expect(await bytes()).toEqual([Buffer.byteLength(upTo(40))]), 20_000);
});

test("a file that is deleted is told once, to every window and to who started the host, and so is its return", async () => {
  const { file, window, events, told, row, bytes } = await following(10);
  const transcript = (await row())[0]?.id ?? 0;
  const problem = async () => (await window.call("library.followable", {}))[0]?.problem;
  rmSync(file);
  await vi.waitFor(async () => expect(await problem()).toMatch(/^live\.jsonl was deleted/), 20_000);
  const gone = { kind: "gone", transcript, name: "live.jsonl" };
  await vi.waitFor(() => expect(events).toContainEqual(gone), 20_000);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(events.filter(({ kind }) => kind === "gone")).toEqual([gone]);
  expect(told).toEqual([expect.stringMatching(/^live\.jsonl was deleted/)]);
  expect(await bytes()).toEqual([Buffer.byteLength(upTo(10))]);
  writeFileSync(file, upTo(12));
  await vi.waitFor(async () => expect(await bytes()).toEqual([Buffer.byteLength(upTo(12))]), 20_000);
  // The transcript has grown a moment before it is told.
  await vi.waitFor(() => expect(told[1]).toBe("live.jsonl is followed again."), 20_000);
  expect(await problem()).toBeUndefined();
  rmSync(file);
  await vi.waitFor(() => expect(told).toHaveLength(3), 20_000);
});

test("its folder may go with it", async () => {
  const { file, told } = await following(10);
  rmSync(path.dirname(file), { recursive: true });
  await vi.waitFor(() => expect(told).toEqual([expect.stringContaining("was deleted")]), 20_000);
});

test("a file that is away when it is to be followed is told as well; one whose following ended is not", async () => {
  const { file, window, told, row } = await following(10);
  const transcript = (await row())[0]?.id ?? 0;
  await window.call("library.follow", { transcript, on: false });
  rmSync(file);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(told).toEqual([]);
  await window.call("library.follow", { transcript, on: true });
  await vi.waitFor(() => expect(told).toHaveLength(1), 20_000);
});

test("a removed transcript does not come back with the next line", async () => {
  const { file, window, row } = await following(10);
  await window.call("library.remove", { transcript: (await row())[0]?.id ?? 0 });
  appendFileSync(file, `${lines[10]}\n`);
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(await row()).toEqual([]);
  expect(await window.call("library.followable", {})).toEqual([]);
});

test("following can be ended and begun again, and only where the path is known", async () => {
  const { file, window, row, bytes } = await following(10);
  const transcript = (await row())[0]?.id ?? 0;
  await window.call("library.follow", { transcript, on: false });
  appendFileSync(file, `${lines[10]}\n`);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await bytes()).toEqual([Buffer.byteLength(upTo(10))]);
  await window.call("library.follow", { transcript, on: true });
  await vi.waitFor(async () => expect(await bytes()).toEqual([Buffer.byteLength(upTo(11))]), 20_000);
  const pasted = await window.call("library.import", {
    source: { kind: "text", name: "pasted", text: sessionText(3, 5) },
  });
  await expect(
    window.call("library.follow", { transcript: pasted.transcript.id, on: true }),
  ).rejects.toMatchObject({ code: "not_found" });
});

test("a file that can no longer be read is told with why, until it can again", async () => {
  const { file, window, bytes } = await following(10);
  rmSync(file);
  writeFileSync(file, "no transcript at all, and no JSON\n");
  const problem = async () => (await window.call("library.followable", {}))[0]?.problem;
  await vi.waitFor(async () => expect(await problem()).toContain("no JSON"), 20_000);
  writeFileSync(file, upTo(12));
  await vi.waitFor(async () => expect(await bytes()).toEqual([Buffer.byteLength(upTo(12))]), 20_000);
  await vi.waitFor(async () => expect(await problem()).toBeUndefined(), 20_000);
});

test("where the system gives no notice, looking from time to time finds what changed", async () => {
  // A folder that is not there yet cannot be watched.
  const folder = path.join(temporaryFolder(), "later");
  const file = path.join(folder, "live.jsonl");
  const calls: boolean[] = [];
  const changed = async (settled: boolean) => Promise.resolve(void calls.push(settled));
  const follower = new FileFollower(file, { changed }, { poll: 20, settle: 100 });
  onTestFinished(() => follower.stop());
  mkdirSync(folder);
  // At once: one that is seen empty first has changed twice.
  writeFileSync(`${file}.new`, upTo(1));
  renameSync(`${file}.new`, file);
  await vi.waitFor(() => expect(calls).toEqual([false, true]), 20_000);
  appendFileSync(file, `${lines[1]}\n`);
  await vi.waitFor(() => expect(calls).toEqual([false, true, false, true]), 20_000);
});

test.each([
  ["a\nb\nc", 4],
  ["a\nb\n", 4],
  ["no line at all", 14],
  ["", 0],
  [`x\n${"y".repeat(200_000)}`, 2],
])("whole lines of text %#", async (text, bytes) => {
  const file = path.join(temporaryFolder(), "lines");
  writeFileSync(file, text);
  const source = await wholeLines(await fileSource(file));
  expect(source.bytes).toBe(bytes);
  await source.close();
});

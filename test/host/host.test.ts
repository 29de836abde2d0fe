import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setImmediate as turn, setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import type { FolderProgress } from "../../core/contract/folder.ts";
import { type AppEvent, type ImportProgress, methods } from "../../core/contract/methods.ts";
import type { HostError } from "../../core/contract/rpc.ts";
import { type SentRun, shownRun } from "../../core/contract/step-columns.ts";
import { replayDocument } from "../../core/analysis/replay-document.ts";
import { replay } from "../../core/engine/replay.ts";
import { readAll } from "../../core/importers/read-all.ts";
import type { ProfileInput } from "../../core/model/profile.ts";
import { checkProfile } from "../../core/policies/check.ts";
import { decodeUtf8 } from "../../host/files/decode.ts";
import { connectWindow, rawWindow, startHost } from "../support/host-client.ts";
import { sessionText, temporaryFolder } from "../support/host-library.ts";
import { writeFiles } from "../support/made-folder.ts";
import { writeSession } from "../support/host-session.ts";

// Threads and processes are started: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 60_000 });

function textImport(text: string, name = "made-up.jsonl") {
  return { source: { kind: "text", name, text } } as const;
}

const summarizing = {
  name: "tight",
  policies: [{ kind: "summarize", trigger: { tokens: 3000 }, keepRecent: 4 } as const],
};

test("imports, lists, outlines, runs and explains a transcript", async () => {
  const window = connectWindow(startHost());
  const events: AppEvent[] = [];
  const stop = new AbortController();
  const watching = window.call(
    "app.watch",
    {},
    { signal: stop.signal, onEvent: (event) => events.push(event) },
  );
  const text = sessionText(60);
  const { transcript } = await window.call("library.import", textImport(text));
  expect(await window.call("library.list", {})).toMatchObject([{ id: transcript.id, name: "made-up.jsonl" }]);
  const [row] = transcript.threads;
  const where = { transcript: transcript.id, thread: row?.id ?? "" };
  const outline = await window.call("thread.outline", where);
  expect(outline.messages.roles).toHaveLength(row?.messages ?? -1);
  const rows = await window.call("thread.messages", { ...where, from: 2, to: 5 });
  expect(rows.map(({ tokens }) => tokens)).toEqual(outline.messages.tokens.slice(2, 5));
  const ids = [...rows.map(({ id }) => id), "not there"];
  expect(await window.call("thread.places", { ...where, ids })).toEqual([2, 3, 4, null]);
  expect(outline.thread).toEqual(row);
  const view = shownRun(await window.call("run.start", { ...where, profile: summarizing }));
  const step = view.steps.length;
  expect(view.totals.fires).toBeGreaterThan(0);
  const layout = await window.call("run.request", { run: view.run, step });
  expect(layout.coveredEnd).toBeGreaterThan(0);
  const body = await window.call("run.body", {
    run: view.run,
    step,
    at: { special: "summary" },
    maxChars: 1000,
  });
  expect(body.message.parts).toHaveLength(1);
  const card = await window.call("run.why", { run: view.run, step, at: { index: 0 } });
  expect(card.disposition).toBe("summarised");
  const diff = await window.call("run.diff", {
    from: { run: view.run, step: step - 1 },
    to: { run: view.run, step },
  });
  expect(diff.original === diff.modified).toBe(false);
  stop.abort();
  await expect(watching).rejects.toMatchObject({ code: "aborted" });
  expect(events).toContainEqual({ kind: "library" });
});

test("what the window is told of a run is what the command prints of the same run", async () => {
  const window = connectWindow(startHost());
  const text = sessionText(60);
  const { transcript } = await window.call("library.import", textImport(text));
  const thread = readAll(new TextEncoder().encode(text), decodeUtf8).threads[0];
  const { profile } = checkProfile(summarizing);
  if (!thread || !profile) throw new Error("nothing to run");
  const view = await window.call("run.start", {
    transcript: transcript.id,
    thread: thread.id,
    profile: summarizing,
  });
  const source = { name: "", format: "", bytes: 0, sha256: "" };
  expect(view.totals).toEqual(replayDocument(replay(thread, profile), source)["totals"]);
});

test("a run that the host has let go is made again, even by a host that started anew", async () => {
  const folder = temporaryFolder();
  const host = startHost(folder);
  const window = connectWindow(host);
  const { transcript } = await window.call("library.import", textImport(sessionText(60)));
  const thread = transcript.threads[0]?.id ?? "";
  const view = await window.call("run.start", { transcript: transcript.id, thread, profile: summarizing });
  const layout = await window.call("run.request", { run: view.run, step: 3 });
  await window.call("settings.set", { key: "after", value: "the run was recorded" });
  await host.stop();
  const again = connectWindow(startHost(folder));
  expect(await again.call("run.request", { run: view.run, step: 3 })).toEqual(layout);
  await expect(again.call("run.request", { run: "run-none", step: 1 })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("a built-in session is imported with one call and says that it is one", async () => {
  const window = connectWindow(startHost());
  const samples = await window.call("library.samples", {});
  expect(samples.length).toBeGreaterThan(1);
  for (const { id, title } of samples) {
    const { transcript } = await window.call("library.import", { source: { kind: "sample", sample: id } });
    expect(transcript).toMatchObject({ sample: true, name: title, report: { lines: { bad: 0 } } });
  }
});

test("of starts that come together, the newest is run and older ones of the same profile give way", async () => {
  const window = connectWindow(startHost());
  const { transcript } = await window.call("library.import", textImport(sessionText(60)));
  const thread = transcript.threads[0]?.id ?? "";
  const start = (name: string, tokens: number) =>
    window.call("run.start", {
      transcript: transcript.id,
      thread,
      profile: { name, policies: [{ kind: "summarize", trigger: { tokens } }] },
    });
  // They wait behind this one, which is long, however quick the machine is or late with the next call.
  const long = (await window.call("library.import", textImport(sessionText(6000)))).transcript;
  const busy = window.call("run.start", {
    transcript: long.id,
    thread: long.threads[0]?.id ?? "",
    profile: { name: "busy", policies: [] },
  });
  const outcomes = await Promise.allSettled([
    start("a", 3000),
    start("b", 3000),
    start("a", 4000),
    start("a", 5000),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "rejected", "fulfilled"]);
  await busy;
  const last = outcomes[3] as PromiseFulfilledResult<SentRun>;
  expect(last.value.profile.policies[0]).toMatchObject({ trigger: { tokens: 5000 } });
});

test("a profile or a fault with an error is refused with policy, parameter and reason", async () => {
  const window = connectWindow(startHost());
  const { transcript } = await window.call("library.import", textImport(sessionText(10)));
  const where = { transcript: transcript.id, thread: transcript.threads[0]?.id ?? "" };
  const profile = { policies: [{ kind: "offload", thresholdTokens: 5 } as const] };
  await expect(window.call("run.start", { ...where, profile })).rejects.toMatchObject({
    code: "bad_input",
    message: expect.stringMatching(/offload\.thresholdTokens: .*1,000/) as unknown,
  });
  for (const name of [null, 5, [{}], { a: 1 }, { toString: 1 }]) {
    const unnamed = { name, policies: [] } as unknown as ProfileInput;
    await expect(window.call("run.start", { ...where, profile: unnamed })).rejects.toMatchObject({
      code: "bad_input",
      message: expect.stringMatching(/name: a text is needed/) as unknown,
    });
  }
  const faults = [{ kind: "output-block", turn: 0 } as const];
  await expect(
    window.call("run.start", { ...where, profile: { policies: [] }, faults }),
  ).rejects.toMatchObject({
    code: "bad_input",
    message: expect.stringMatching(/faults\[0\]\.turn/) as unknown,
  });
});

/** Imports a file and cancels it `wait` turns after its first word of a phase. */
async function importAndCancel(file: string, folder: string, phase: ImportProgress["phase"], wait: number) {
  const window = connectWindow(startHost(path.join(folder, `data-${phase}-${wait}`), "electron"));
  const control = new AbortController();
  let waiting: Promise<void> | undefined;
  const cancelLater = async () => {
    for (let at = 0; at < wait; at++) await turn();
    control.abort();
  };
  const onEvent = (event: ImportProgress) => void (event.phase === phase && (waiting ??= cancelLater()));
  const source = { kind: "path", path: file } as const;
  const end = await window.call("library.import", { source }, { signal: control.signal, onEvent }).then(
    () => "stored" as const,
    (error: HostError) => error.code,
  );
  await waiting;
  return { end, rows: await window.call("library.list", {}), cancelled: waiting !== undefined };
}

test("a cancelled import leaves nothing", async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, "long.jsonl");
  await writeSession(file, 30 * 2 ** 20);
  const { end, rows } = await importAndCancel(file, folder, "reading", 0);
  expect(end).toBe("aborted");
  expect(rows).toEqual([]);
});

test("a cancel at the last moment is told as what became of it: nothing stored, or all", async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, "short.jsonl");
  await writeSession(file, 2 ** 19);
  const ends = new Set<string>();
  for (const wait of [0, 1, 3, 10, 30, 100, 1000]) {
    const { end, rows, cancelled } = await importAndCancel(file, folder, "storing", wait);
    expect(cancelled).toBe(true);
    expect(rows).toHaveLength(end === "stored" ? 1 : 0);
    ends.add(end);
  }
  expect(ends).toContain("aborted");
}, 60_000);

/** A record that takes the thread that imports a while, in which it hears nothing. */
function longRecord(): string {
  const content = Array.from({ length: 60_000 }, (_, at) => ({
    type: "text",
    text: `${at} ${"tide ".repeat(50)}`,
  }));
  return `${JSON.stringify({ messages: [{ role: "user", content }] })}\n`;
}

test("a cancel is answered before the thread that imports notices, and nothing is stored", async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, "long.jsonl");
  writeFileSync(file, longRecord());
  const window = connectWindow(startHost(path.join(folder, "data"), "electron"));
  const control = new AbortController();
  const answers: string[] = [];
  let rows: Promise<unknown> | undefined;
  const onEvent = ({ phase }: ImportProgress): void => {
    if (phase !== "storing" || rows) return;
    control.abort();
    rows = window.call("library.list", {}).finally(() => answers.push("rows"));
  };
  const source = { kind: "path", path: file } as const;
  const options = { signal: control.signal, onEvent };
  await window.call("library.import", { source }, options).catch(({ code }) => answers.push(String(code)));
  expect(await rows).toEqual([]);
  expect(answers).toEqual(["aborted", "rows"]);
  // What waited behind it is done.
  expect((await window.call("library.import", { source })).duplicate).toBe(false);
});

test("a folder that is given up in a long file is answered at once, with what was stored before", async () => {
  const folder = temporaryFolder();
  const logs = {
    "a.jsonl": sessionText(10),
    "b.json": "[]",
    "c.jsonl": longRecord(),
    "d.jsonl": sessionText(11),
  };
  writeFiles(path.join(folder, "logs"), logs);
  const window = connectWindow(startHost(path.join(folder, "data"), "electron"));
  const control = new AbortController();
  const onEvent = ({ phase, name }: FolderProgress): void =>
    void (phase === "storing" && name === "c.jsonl" && control.abort());
  const source = { kind: "path", path: path.join(folder, "logs") } as const;
  const given = await window.call("library.import-folder", { source }, { signal: control.signal, onEvent });
  expect(given).toMatchObject({ name: "logs", cancelled: true, passedOver: { count: 0 }, more: false });
  expect(given.transcripts.map(({ name }) => name)).toEqual(["a.jsonl"]);
  expect(given.refused.map(({ name }) => name)).toEqual(["b.json"]);
  const rows = await window.call("library.list", {});
  expect(rows.map(({ id }) => id)).toEqual(given.transcripts.map(({ transcript }) => transcript));
});

test("progress comes at most every 100 ms", async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, "long.jsonl");
  await writeSession(file, 20 * 2 ** 20);
  const window = connectWindow(startHost(path.join(folder, "data"), "electron"));
  const times: number[] = [];
  const began = performance.now();
  await window.call(
    "library.import",
    { source: { kind: "path", path: file } },
    {
      onEvent: ({ phase }) => phase === "reading" && times.push(performance.now()),
    },
  );
  expect(times.length).toBeLessThanOrEqual((performance.now() - began) / 100 + 2);
});

test("a profile that was given beside a session is told to the first window, not to one that comes back", async () => {
  const host = startHost();
  const folder = temporaryFolder();
  const profile = { name: "given", policies: [{ kind: "spill", spillBytes: 9000 }] };
  const given = path.join(folder, "given.json");
  writeFileSync(given, JSON.stringify(profile));
  await host.open([given]);
  const heard = async (): Promise<AppEvent[]> => {
    const events: AppEvent[] = [];
    const stop = new AbortController();
    const watching = connectWindow(host)
      .call("app.watch", {}, { signal: stop.signal, onEvent: (event) => events.push(event) })
      .catch(() => undefined);
    await turn();
    await turn();
    stop.abort();
    await watching;
    return events;
  };
  expect(await heard()).toEqual([{ kind: "profile", name: "given.json", profile }]);
  expect(await heard()).toEqual([]);
});

test("files that were asked for at the start are told to windows that connect later", async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, "a.jsonl");
  writeFileSync(file, sessionText(10));
  mkdirSync(path.join(folder, "a-folder"));
  const host = startHost(path.join(folder, "data"));
  await host.open([file, path.join(folder, "missing.jsonl"), path.join(folder, "a-folder")]);
  const events: AppEvent[] = [];
  const control = new AbortController();
  const watching = connectWindow(host).call(
    "app.watch",
    {},
    { signal: control.signal, onEvent: (e) => events.push(e) },
  );
  await sleep(50);
  control.abort();
  await watching.catch(() => undefined);
  expect(events).toMatchObject([
    { kind: "opened", transcript: 1 },
    { kind: "failed", name: "missing.jsonl", message: expect.stringMatching(/no such file/) as unknown },
    { kind: "folder", result: { name: "a-folder", transcripts: [], refused: [] } },
  ]);
});

test("every bad call is refused with a code, whatever is sent, and the host goes on", async () => {
  const window = rawWindow(startHost());
  let id = 0;
  const ask = (m: unknown, p: unknown) => {
    const end = window.end(++id);
    window.send({ t: "call", id, m, p });
    return end;
  };
  for (const method of [
    "nothing",
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "",
    7,
    null,
    {},
    ["app.info"],
  ])
    expect(await ask(method, {})).toMatchObject({ t: "err", code: "no_method" });
  const hostile = JSON.parse(
    '{"__proto__": {"transcript": 1}, "constructor": {"prototype": {"x": 1}}}',
  ) as object;
  const bad = [
    undefined,
    null,
    7,
    "text",
    [],
    { transcript: -1 },
    { transcript: "1" },
    hostile,
    { source: { kind: "device" } },
  ];
  const wanting = (Object.keys(methods) as (keyof typeof methods)[]).filter(
    (name) => !methods[name].params.safeParse({}).success,
  );
  expect(wanting.length).toBeGreaterThan(10);
  for (const method of wanting)
    for (const params of bad)
      expect(await ask(method, params)).toMatchObject({ t: "err", code: "bad_params" });
  expect(Object.hasOwn(Object.prototype, "transcript")).toBe(false);
  const missing = [
    ["thread.outline", { transcript: 999, thread: "__proto__" }],
    ["library.remove", { transcript: 999 }],
    ["library.restore", { transcript: 999 }],
    ["profile.remove", { id: "__proto__" }],
    ["run.why", { run: "constructor", step: 1, at: { index: 0 } }],
    ["library.import", { source: { kind: "upload", upload: "../../etc/passwd" } }],
    ["library.import", { source: { kind: "sample", sample: "__proto__" } }],
  ] as const;
  for (const [method, params] of missing)
    expect(await ask(method, params)).toMatchObject({ t: "err", code: "not_found" });
  expect(await ask("library.import", { source: { kind: "path", path: "/etc/passwd" } })).toMatchObject({
    code: "bad_input",
  });
  expect(await ask("settings.get", { key: "__proto__" })).toMatchObject({ t: "ok", r: null });
  expect(await ask("library.list", {})).toMatchObject({ t: "ok", r: [] });
});

test("a call id that is in use is refused, and a window that closes ends its calls", async () => {
  const window = rawWindow(startHost());
  window.send({ t: "call", id: 1, m: "app.watch", p: {} });
  const refused = window.end(1);
  window.send({ t: "call", id: 1, m: "app.watch", p: {} });
  expect(await refused).toMatchObject({ t: "err", code: "bad_params" });
  const info = window.end(2);
  window.send({ t: "call", id: 2, m: "app.info", p: {} });
  expect(await info).toMatchObject({
    t: "ok",
    r: { shell: "browser", capabilities: { paths: false, upload: true } },
  });
  const before = window.received.length;
  window.close();
  window.send({ t: "call", id: 3, m: "app.info", p: {} });
  await sleep(50);
  expect(window.received.length).toBe(before);
});

test("profiles and settings are kept over a restart; presets cannot be changed", async () => {
  const folder = temporaryFolder();
  const host = startHost(folder);
  const window = connectWindow(host);
  const saved = await window.call("profile.save", { profile: { name: "mine", policies: [] } });
  await window.call("profile.save", { id: saved.id, profile: { name: "mine too", policies: [] } });
  await window.call("settings.set", { key: "layout", value: { columns: [1, 2] } });
  await expect(
    window.call("profile.save", { id: "preset:llm4s", profile: { policies: [] } }),
  ).rejects.toMatchObject({
    code: "bad_input",
  });
  await host.stop();
  const again = connectWindow(startHost(folder));
  const profiles = await again.call("profile.list", {});
  expect(profiles.filter(({ preset }) => preset).map(({ name }) => name)).toContain("llm4s");
  expect(profiles.filter(({ preset }) => !preset)).toMatchObject([{ id: saved.id, name: "mine too" }]);
  expect(await again.call("settings.get", { key: "layout" })).toEqual({ columns: [1, 2] });
});

test("what was removed is gone for good when the host stops", async () => {
  const folder = temporaryFolder();
  const host = startHost(folder);
  const window = connectWindow(host);
  const { transcript } = await window.call("library.import", textImport(sessionText(10)));
  await window.call("library.remove", { transcript: transcript.id });
  await window.call("library.restore", { transcript: transcript.id });
  await window.call("library.remove", { transcript: transcript.id });
  await host.stop();
  const again = connectWindow(startHost(folder));
  await expect(again.call("library.restore", { transcript: transcript.id })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("a library that cannot be opened is said by every call, and used when it can be", async () => {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, "library.db"));
  const host = startHost(folder);
  await expect(host.ready()).rejects.toThrow(/Cannot use the library .*library\.db/);
  await expect(connectWindow(host).call("library.list", {})).rejects.toMatchObject({ code: "failed" });
});

import { afterEach, beforeEach, expect, test } from "vitest";
import { shownRun } from "../../core/contract/step-columns.ts";
import { askAhead } from "../../renderer/ask-ahead.ts";
import { createHostData, type HostData } from "../../renderer/data/host-context.tsx";
import { KEYS } from "../../renderer/data/queries.ts";
import { tellingStep } from "../../renderer/data/telling-step.ts";
import { createDraft } from "../../renderer/state/draft.ts";
import { createSelection, UNCHOSEN } from "../../renderer/state/selection.ts";
import { threadOf } from "./support/panes.tsx";
import { type ThreadHost, threadHost } from "./support/thread-host.ts";

const PROFILE = { policies: [{ kind: "offload", thresholdTokens: 1000 }] } as const;
/** The third result is offloaded: the fourth request is the first that is not raw history. */
const thread = threadOf(300, (step) => (step === 3 ? "word ".repeat(4000) : "short"));

let host: ThreadHost;
let data: HostData;
const selection = createSelection();
const draft = createDraft();
let end: () => void = () => {};

const asked = () => host.asked.map(({ method }) => method);
const answered = async () => {
  for (let turn = 0; turn < 5; turn++) await new Promise((done) => setTimeout(done));
};

beforeEach(async () => {
  selection.getState().close();
  draft.getState().restore(PROFILE, undefined);
  host = threadHost(thread);
  data = createHostData(host.connection);
  data.cache.put(KEYS.library, await host.connection.host.call("library.list", {}));
  host.asked.length = 0;
  end = askAhead(data, { selection, draft });
});

afterEach(() => end());

test("outline and run are asked for as soon as a thread is opened, the request and its last messages with the run", async () => {
  selection.getState().open(1, undefined);
  expect(asked()).toEqual(["thread.outline", "run.start"]);
  await answered();
  const view = await host.connection.host.call("run.start", {
    transcript: 1,
    thread: thread.id,
    profile: PROFILE,
  });
  const step = tellingStep(shownRun(view).steps) ?? 0;
  expect(step).toBe(4);
  expect(selection.getState().step).toBe(step);
  expect(asked().slice(2, 4)).toEqual(["run.request", "thread.messages"]);
  expect(host.asked[2]?.params).toEqual({ run: "run-1", step });
  expect(host.asked[3]?.params).toMatchObject({ from: 0, to: 128 });
});

test("what the panes ask for afterwards is on its way already", async () => {
  selection.getState().open(1, undefined);
  data.runs.of(1, thread.id).ask({ profile: PROFILE, faults: [] });
  await answered();
  expect(asked().filter((method) => method === "run.start")).toHaveLength(1);
});

test("a step that was chosen before the run is there stays", async () => {
  selection.getState().open(1, undefined);
  selection.getState().goToStep(2);
  await answered();
  expect(selection.getState().step).toBe(2);
  expect(asked()).toEqual(["thread.outline", "run.start"]);
});

test("what is closed before its run is there is not gone to, nor is anything after the end", async () => {
  selection.getState().open(1, undefined);
  selection.getState().close();
  await answered();
  expect(selection.getState().step).toBe(UNCHOSEN);
  end();
  host.asked.length = 0;
  selection.getState().open(1, undefined);
  expect(asked()).toEqual([]);
});

test("nothing is asked of a transcript that the library does not hold", () => {
  selection.getState().open(7, undefined);
  expect(asked()).toEqual([]);
});

import { rawBody, requestBody } from "../../../core/analysis/body.ts";
import { maskedRawBody, maskedRequestBody } from "../../../core/analysis/masked-body.ts";
import { requestDiff } from "../../../core/analysis/diff-text.ts";
import { requestLayout } from "../../../core/analysis/layout.ts";
import { lanesBeside } from "../../../core/analysis/lanes.ts";
import { outlineRows, placesOf, threadRow } from "../../../core/analysis/outline.ts";
import { runView } from "../../../core/analysis/run-view.ts";
import { weightsOf } from "../../../core/analysis/weights.ts";
import { why } from "../../../core/analysis/why.ts";
import type { Methods, MethodName, Params, ProfileRow, Result } from "../../../core/contract/methods.ts";
import { answerRun, questionHandlers } from "../../../core/contract/run-questions.ts";
import { outlineHead } from "../../../core/contract/message-columns.ts";
import { sentRun } from "../../../core/contract/step-columns.ts";
import type { TranscriptRow } from "../../../core/contract/rows.ts";
import { type Host, HostError } from "../../../core/contract/rpc.ts";
import { replay } from "../../../core/engine/replay.ts";
import type { Run } from "../../../core/engine/run.ts";
import type { ProfileInput } from "../../../core/model/profile.ts";
import type { Thread } from "../../../core/model/thread.ts";
import { checkProfile } from "../../../core/policies/check.ts";
import { PRESETS } from "../../../core/policies/presets.ts";
import type { Connection } from "../../../core/contract/connection.ts";

type Answers = { [M in MethodName]?: (params: Params<M>) => Result<M> };

/** A connection whose host holds one thread in memory and answers with the real core; and what it was asked. */
export interface ThreadHost {
  readonly connection: Connection;
  readonly asked: { readonly method: MethodName; readonly params: unknown }[];
  readonly transcript: number;
  readonly thread: string;
}

function rowOf(thread: Thread): TranscriptRow {
  return {
    id: 1,
    name: "test",
    format: "ullage",
    formatLabel: "Ullage thread",
    bytes: 0,
    sha256: "",
    importedAt: 0,
    sample: false,
    indexed: true,
    threads: [threadRow(thread)],
    report: { format: "ullage", because: "", bytes: 0, lines: { read: 0, bad: 0 }, badSpans: [], notes: [] },
  };
}

/** Runs of the thread by handle. */
class Runs {
  readonly #thread: Thread;
  readonly #runs = new Map<string, Run>();

  constructor(thread: Thread) {
    this.#thread = thread;
  }

  start(input: ProfileInput) {
    const { profile, problems } = checkProfile(input, this.#thread);
    if (!profile) throw new HostError("bad_input", problems.errors[0]?.reason ?? "errors");
    const id = `run-${this.#runs.size + 1}`;
    const run = replay(this.#thread, profile);
    this.#runs.set(id, run);
    return sentRun(runView(run, { run: id, transcript: 1, milliseconds: 1, problems }));
  }

  of(id: string): Run {
    const run = this.#runs.get(id);
    if (!run) throw new HostError("not_found", `no run ${id}`);
    return run;
  }
}

class Profiles {
  readonly #rows = new Map<string, ProfileRow>(
    PRESETS.map((preset) => [
      preset.name,
      { id: preset.name, name: preset.name, preset: true, profile: preset.profile, about: preset.about },
    ]),
  );

  list(): readonly ProfileRow[] {
    return [...this.#rows.values()];
  }

  save(profile: ProfileInput, id = `own-${this.#rows.size}`): ProfileRow {
    const row = { id, name: profile.name ?? id, preset: false, profile, about: "" };
    this.#rows.set(id, row);
    return row;
  }

  remove(id: string): null {
    this.#rows.delete(id);
    return null;
  }
}

function answers(thread: Thread): Answers {
  const runs = new Runs(thread);
  const profiles = new Profiles();
  const settings = new Map<string, unknown>();
  return {
    ...(questionHandlers(async (question, params) =>
      answerRun(question, runs.of(params.run), params),
    ) as unknown as Answers),
    "library.list": () => [rowOf(thread)],
    "thread.outline": () => outlineHead(thread, 1),
    "thread.messages": ({ from, to }) => outlineRows(thread, from, to),
    "thread.places": ({ ids }) => placesOf(thread, ids),
    "thread.lanes": () => lanesBeside([thread], thread.id),
    "run.weights": ({ run, most, between }) => weightsOf(runs.of(run), run, most, between),
    "thread.body": ({ at, maxChars }) => rawBody(thread, at, maxChars),
    "thread.copy": ({ at, maxChars }) => maskedRawBody(thread, at, maxChars),
    "run.copy": ({ run, step, at, maxChars }) => maskedRequestBody(runs.of(run), step, at, maxChars),
    "run.start": ({ profile }) => runs.start(profile),
    "run.request": ({ run, step }) => requestLayout(runs.of(run), run, step),
    "run.body": ({ run, step, at, maxChars }) => requestBody(runs.of(run), step, at, maxChars),
    "run.why": ({ run, step, at }) => why(runs.of(run), step, at),
    "run.diff": ({ from, to }) => requestDiff(runs.of(from.run), from.step, runs.of(to.run), to.step),
    "settings.get": ({ key }) => settings.get(key) ?? null,
    "settings.set": ({ key, value }) => {
      settings.set(key, value);
      return null;
    },
    "profile.list": () => profiles.list(),
    "profile.save": ({ profile, id }) => profiles.save(profile, id),
    "profile.remove": ({ id }) => profiles.remove(id),
  };
}

/** A host over one thread, without a wire. */
export function threadHost(thread: Thread): ThreadHost {
  const known = answers(thread);
  const asked: { method: MethodName; params: unknown }[] = [];
  const host: Host = {
    async call<M extends MethodName>(method: M, params: Params<M>): Promise<Result<M>> {
      asked.push({ method, params });
      const answer = known[method as keyof Methods] as ((params: Params<M>) => Result<M>) | undefined;
      if (!answer) throw new HostError("no_method", method);
      return answer(params);
    },
  };
  const connection: Connection = {
    host,
    link: { get: () => ({ kind: "open" }), subscribe: () => () => {} },
    reconnect() {},
    sourceOf: () => Promise.reject(new HostError("failed", "no files here")),
    folderOf: () => Promise.reject(new HostError("failed", "no folders here")),
  };
  return { connection, asked, transcript: 1, thread: thread.id };
}

import { takeCheckpoint, resume, type Checkpoint } from "../engine/checkpoint.ts";
import { replay } from "../engine/replay.ts";
import type { Run, StepRecord } from "../engine/run.ts";
import { requestAt } from "../engine/request.ts";
import { explainRequest } from "../ledger/explain.ts";
import { canonicalJson } from "../lib/canonical-json.ts";
import type { Action } from "../model/event.ts";
import type { Message } from "../model/message.ts";
import { resultsOf } from "../model/message.ts";
import { offloadEntries } from "../policies/offload.ts";
import { isPruned, measureTokens, unitAt, viewMessages } from "../policies/request-view.ts";
import { boundsKept } from "./bounds.ts";
import { acts, indexOf } from "./run-index.ts";
import { firstSent } from "./lost-bytes.ts";
import { listBack, readBack } from "./read-back.ts";
import { totalsOf } from "./totals.ts";
import type { Violation } from "./violation.ts";

export type { Violation } from "./violation.ts";

/** Steps that are looked at in full: all of a short run, evenly spaced ones of a long one. */
function sample(run: Run, most: number): StepRecord[] {
  const every = Math.max(1, Math.ceil(run.steps.length / most));
  return run.steps.filter((record, at) => at % every === 0 || at === run.steps.length - 1);
}

/** 1: what no event acted on is the very same object, stored and sent. */
function unchanged(run: Run): Violation[] {
  const acted = new Set(indexOf(run).acted);
  const { messages } = run.recording.thread;
  const found: Violation[] = [];
  const held = firstSent(run);
  for (let index = 0; index < run.stored.length; index++) {
    if (acted.has(index)) continue;
    const events = indexOf(run).byMessage.get(messages[index]?.id ?? "") ?? [];
    if (events.some((event) => event.action === "fault")) continue;
    if (
      run.stored.at(index) !== messages[index] ||
      ((held[index] as number) < Infinity && run.sent.at(index)[0] !== messages[index])
    )
      found.push({ invariant: 1, message: `message ${messages[index]?.id} changed without an event` });
  }
  return found;
}

/** What is wrong with the pairs of a request, or undefined. */
export function brokenPair(messages: readonly Message[]): string | undefined {
  let open: string[] = [];
  for (const message of messages) {
    if (message.role !== "tool") {
      if (open.length > 0) return `call ${open[0]} has no result`;
      open = message.parts.flatMap((part) => (part.type === "tool-call" ? [part.callId] : []));
      continue;
    }
    for (const { callId } of resultsOf(message)) {
      const at = open.indexOf(callId);
      if (at === -1) return `result ${callId} has no call`;
      open.splice(at, 1);
    }
  }
  return open.length > 0 ? `call ${open[0]} has no result` : undefined;
}

/** Whether an assistant message is sent as recorded; only the inputs of its calls may be cleared. */
function isWhole(sent: Message | undefined, recorded: Message): boolean {
  if (sent === recorded || recorded.role !== "assistant") return true;
  if (sent?.parts.length !== recorded.parts.length) return false;
  return sent.parts.every((part, at) => {
    const own = recorded.parts[at];
    if (part === own) return true;
    if (part.type !== "tool-call" || own?.type !== "tool-call") return false;
    return part.callId === own.callId && part.name === own.name && canonicalJson(part.arguments) === "{}";
  });
}

/** Whether two lists of messages say the same. Most are the very same objects and need no look inside. */
function isSame(told: readonly Message[], sent: readonly Message[]): boolean {
  return (
    told.length === sent.length &&
    told.every((message, at) => message === sent[at] || canonicalJson(message) === canonicalJson(sent[at]))
  );
}

/** 2 and 9: pairs are whole, assistant messages are as recorded, and the ledger tells the request. */
function requests(run: Run): Violation[] {
  return sample(run, 60).flatMap((record): Violation[] => {
    const { step, view, events } = record;
    const messages = viewMessages(view);
    const broken = brokenPair(messages);
    const found: Violation[] = broken === undefined ? [] : [{ invariant: 2, step, message: broken }];
    const recorded = run.recording.thread.messages;
    for (let index = view.from; index < view.to; index++)
      if (!isWhole(unitAt(view, index)[0], recorded[index] as Message))
        found.push({ invariant: 2, step, message: `assistant message ${recorded[index]?.id} is not whole` });
    const told = explainRequest(run.recording, run.events.slice(0, events.asked), events.from, view.to);
    if (!isSame(told, messages))
      found.push({ invariant: 9, step, message: "the ledger does not give the request" });
    return found;
  });
}

/** 4: what is lost has events with its size. */
function losses(run: Run): Violation[] {
  const lost = totalsOf(run).lostBytes;
  if (lost < 0) return [{ invariant: 4, message: `${lost} bytes lost` }];
  const found: Violation[] = [];
  for (const batch of run.recording.batches)
    for (const { message, part, result } of batch.results) {
      const own = run.stored.length > message ? run.stored.at(message).parts[part] : undefined;
      if (own?.type !== "tool-result" || own === result) continue;
      const id = run.recording.thread.messages[message]?.id ?? "";
      const events = (indexOf(run).byMessage.get(id) ?? []).filter(
        (event) => (acts(event) || event.action === "fault") && event.subject.part === part,
      );
      if (!events.some((event) => event.detail?.pieces ?? event.detail?.media))
        found.push({ invariant: 4, message: `result ${part} of ${id} changed and no event says how` });
      if (canonicalJson(own) === canonicalJson(result))
        found.push({ invariant: 1, message: `result ${part} of ${id} was rebuilt for nothing` });
    }
  return found;
}

/** Actions that leave a pointer in history. */
const POINTING: ReadonlySet<Action> = new Set(["offloaded", "spilled", "paged", "externalised"]);

/** 5: a pointer resolves to the bytes that it promises, or the ledger says that they are gone. */
function pointers(run: Run): Violation[] {
  const steps = sample(run, 30);
  return steps.flatMap(({ step, events, view }): Violation[] => {
    const live = new Set(listBack(run, step).map(({ path }) => path));
    return run.events.slice(0, events.asked).flatMap((event): Violation[] => {
      const { path = "", message = "" } = event.subject;
      if (!POINTING.has(event.action) && (event.action !== "limited" || path === "")) return [];
      const index = run.recording.indexOfId.get(message) ?? -1;
      if (index < view.from || event.step >= step || isPruned(view, index)) return [];
      const answer = readBack(run, step, path, { offset: 1, limit: 1 });
      const said = answer.isError && /no longer there/.test(answer.text);
      return live.has(path) !== answer.isError || said
        ? []
        : [{ invariant: 5, step, message: `${path} does not resolve` }];
    });
  });
}

/** Texts larger than this are not paged through when a run is verified. */
const TILE_BYTES = 4 * 1024 * 1024;

/** 6: pages joined are the text. */
function tiles(run: Run): Violation[] {
  const last = run.steps.at(-1);
  if (!last) return [];
  const texts = [
    ...offloadEntries(last.state).map(({ path, text }) => ({ path, text })),
    ...run.files
      .filter((file) => file.from <= last.step)
      .map(({ path, file }) => ({ path, text: file.text })),
  ];
  return texts.flatMap(({ path, text }): Violation[] => {
    if (text.length > TILE_BYTES) return [];
    const { joined, ended } = readPages(run, last.step, path);
    const tiled = ended ? joined === text : text.startsWith(joined);
    return tiled ? [] : [{ invariant: 6, message: `the pages of ${path} are not its text` }];
  });
}

/** Pages that are read of one text at most: bounds of a few bytes make as many pages as bytes. */
const MOST_PAGES = 500;

/** Pages through a stored text as a model would, without the notices. */
function readPages(
  run: Run,
  step: number,
  path: string,
): { readonly joined: string; readonly ended: boolean } {
  let joined = "";
  let start: string | undefined = "1";
  for (let pages = 0; start !== undefined && pages < MOST_PAGES; pages++) {
    const answer = readBack(run, step, path, { start });
    joined += answer.next === undefined ? answer.text : answer.text.slice(0, noticeStart(answer.text));
    start = answer.next;
  }
  return { joined, ended: start === undefined };
}

function noticeStart(text: string): number {
  const at = text.lastIndexOf("[more follows: go on at ");
  const line = /go on at \d+:/.test(text.slice(at));
  return line && text.charCodeAt(at - 1) === 10 ? at - 1 : at;
}

/** Every step as its record says, without playing: where its request begins and ends, its size and its events. */
function stepsOf(run: Run): unknown[] {
  return [...run.records()].map(({ step, turn, message, view, events }) => [
    step,
    turn,
    message,
    view.from,
    view.to,
    measureTokens(view),
    view.summary?.message.id,
    view.lifted?.index,
    view.cleared?.key,
    view.holes,
    events,
  ]);
}

/** 7 and 8: the same again, from the start and from a checkpoint in the middle. */
function again(run: Run): Violation[] {
  const { thread } = run.recording;
  const middle = run.recording.stepBatch[Math.ceil(run.steps.length / 2)] ?? -1;
  let checkpoint: Checkpoint | undefined;
  const second = replay(thread, run.profile, {
    faults: run.faults,
    beforeBatch: (course, batch) => {
      if (batch === middle)
        checkpoint = JSON.parse(JSON.stringify(takeCheckpoint(course, batch))) as Checkpoint;
    },
  });
  const events = JSON.stringify(run.events);
  const found: Violation[] =
    JSON.stringify(second.events) === events
      ? []
      : [{ invariant: 7, message: "running twice gave another ledger" }];
  if (JSON.stringify(stepsOf(second)) !== JSON.stringify(stepsOf(run)))
    found.push({ invariant: 8, message: "jumping over quiet stretches gave other steps" });
  if (!checkpoint) return found;
  const resumed = resume(thread, run.profile, checkpoint, { faults: run.faults });
  const rest = JSON.stringify(run.events.slice(checkpoint.last));
  if (JSON.stringify(resumed.events) !== rest)
    found.push({ invariant: 7, message: "going on from a checkpoint gave another ledger" });
  const last = run.steps.length;
  const record = resumed.steps.at(-1);
  if (
    last > 0 &&
    record &&
    canonicalJson(viewMessages(record.view)) !== canonicalJson(requestAt(run, last).messages)
  )
    found.push({ invariant: 7, step: last, message: "going on from a checkpoint gave another request" });
  return found;
}

/** Checks the invariants of policies.md, section 7, on a run. An empty list: all hold. */
export function verifyRun(run: Run): Violation[] {
  return [unchanged, requests, boundsKept, losses, pointers, tiles, again].flatMap((check) => check(run));
}

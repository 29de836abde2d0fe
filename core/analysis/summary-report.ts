import { type Run, stepOf } from "../engine/run.ts";
import { sentenceOf } from "../ledger/sentences.ts";
import { briefEvent } from "../ledger/brief.ts";
import type { LedgerEvent } from "../model/event.ts";
import type { SummaryReport, SummaryVersion } from "../model/run-answers.ts";
import { COLUMN } from "../model/size.ts";
import { placedMessages } from "./pointers.ts";
import { indexOf } from "./run-index.ts";
import { type CommittedSummary, summariesOf } from "./summaries.ts";
import { coveredBy, NO_SURVIVAL, survivalOf } from "./survival.ts";

/** The cut of the summary that a fire made, where its bound cut it: the event after it. */
function cutOf(run: Run, fire: LedgerEvent): LedgerEvent | undefined {
  const [next] = run.eventsIn(fire.seq, fire.seq + 1);
  return next?.policy === "summarize" && next.action === "summary-cut" ? next : undefined;
}

function boundOf(run: Run): number {
  const policy = run.profile.policies.find((one) => one.kind === "summarize");
  return policy?.maxSummaryTokens ?? 0;
}

/** Index of the last result that ties a held call to the messages after it. */
function tiedTo(run: Run, heldBy: number): number | undefined {
  const { batches, batchOf } = run.recording;
  return batches[batchOf[heldBy] ?? -1]?.tiedTo;
}

/** Tokens (chars4) of what a fire replaced: the messages as they were sent, and the summary before. */
function replacedBy(run: Run, from: number, to: number, before: SummaryVersion | undefined): number {
  return run.sent.sum(COLUMN.chars4, from, Math.min(to, run.sent.length)) + (before?.tokens ?? 0);
}

function heldOf(run: Run, fire: LedgerEvent): Pick<SummaryVersion, "heldBy" | "heldTo"> {
  const heldBy = run.recording.indexOfId.get(fire.detail?.heldBy ?? "");
  if (fire.detail?.heldBy === undefined || heldBy === undefined) return {};
  const heldTo = tiedTo(run, heldBy);
  return { heldBy, ...(heldTo === undefined ? {} : { heldTo }) };
}

function versionOf(
  run: Run,
  fire: LedgerEvent,
  { restoredAtStep, text, tokens, covered }: CommittedSummary,
  before: SummaryVersion | undefined,
): SummaryVersion {
  const { indexOfId } = run.recording;
  const from = indexOfId.get(fire.detail?.coveredFrom ?? "") ?? 0;
  const lifted = indexOfId.get(fire.detail?.lifted ?? "");
  return {
    seq: fire.seq,
    step: fire.step,
    ...(restoredAtStep === undefined ? {} : { restoredAtStep }),
    from,
    to: covered,
    tokens,
    text,
    replaced: replacedBy(run, from, covered, before),
    bound: boundOf(run),
    cutBytes: cutOf(run, fire)?.detail?.omittedBytes ?? 0,
    cutWanted: fire.detail?.cutWanted ?? covered,
    ...heldOf(run, fire),
    ...(fire.detail?.lifted === undefined || lifted === undefined ? {} : { lifted }),
    event: briefEvent(fire),
    sentence: sentenceOf(fire),
  };
}

const known = new WeakMap<Run, readonly SummaryVersion[]>();

/** The summaries of a run, in the order of their fires; worked out once. */
export function summaryVersions(run: Run): readonly SummaryVersion[] {
  const versions = known.get(run) ?? versionsOf(run);
  known.set(run, versions);
  return versions;
}

function versionsOf(run: Run): SummaryVersion[] {
  const committed = summariesOf(run);
  const versions: SummaryVersion[] = [];
  indexOf(run).fires.forEach((fire, at) => {
    const summary = committed[at];
    const before = versions.findLast((one) => (one.restoredAtStep ?? Infinity) > fire.step);
    if (summary) versions.push(versionOf(run, fire, summary, before));
  });
  return versions;
}

/** The version whose text a step's request begins with: the newest of that coverage; -1 for none. */
function inForceAt(versions: readonly SummaryVersion[], step: number, coveredEnd: number): number {
  return versions.findLastIndex(
    (one) => one.step <= step && one.to === coveredEnd && (one.restoredAtStep ?? Infinity) > step,
  );
}

/** So many versions are told, up to the one in force, and so many after it. */
const MOST = 24;
const AFTER = 4;

/** The versions around one: their texts are long, and a run may have hundreds. */
function around(
  versions: readonly SummaryVersion[],
  at: number,
): { first: number; told: readonly SummaryVersion[] } {
  const end = at < 0 ? versions.length : Math.min(versions.length, at + 1 + AFTER);
  const first = Math.max(0, end - MOST);
  return { first, told: versions.slice(first, end) };
}

/**
 * What the summaries of a run stand for, why each was cut where it is, and what the one in a step's request kept of
 * the facts that the covered messages state. Throws RangeError for a step that there is not.
 */
export function summaryReport(run: Run, step: number): SummaryReport {
  const { view } = stepOf(run, step);
  const { messages } = run.recording.thread;
  const versions = summaryVersions(run);
  const at = view.summary ? inForceAt(versions, step, view.from) : -1;
  const { first, told } = around(versions, at);
  const others = [...placedMessages(run, step)].filter(({ index }) => index !== -1);
  const checked =
    view.summary === undefined
      ? NO_SURVIVAL
      : survivalOf(
          messages,
          coveredBy(run, view.from, view.lifted?.index),
          view.summary.message,
          others.map(({ message }) => message),
        );
  return {
    step,
    messages: messages.length,
    coveredEnd: view.summary ? view.from : 0,
    end: view.to,
    lifted: view.lifted?.index ?? null,
    versions: told,
    first,
    count: versions.length,
    inForce: at < 0 ? -1 : at - first,
    ...checked,
  };
}

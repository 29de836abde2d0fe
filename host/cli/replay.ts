import type { Command } from "commander";
import { replayDocument } from "../../core/analysis/replay-document.ts";
import { totalsOf } from "../../core/analysis/totals.ts";
import { maskText } from "../../core/analysis/mask-secrets.ts";
import { verifyRun } from "../../core/analysis/verify.ts";
import type { Run } from "../../core/engine/run.ts";
import { sentenceOf } from "../../core/ledger/sentences.ts";
import { countThread } from "../../core/model/thread.ts";
import { leaving, leavingJson, type MaskArguments, UNMASKED } from "./masking.ts";
import { count, note, print, printJson, some } from "./output.ts";
import { type RunArguments, type RunOfFile, runCommand, runFile } from "./run-arguments.ts";

interface ReplayArguments extends RunArguments, MaskArguments {
  readonly verify?: true;
}

type Violations = ReturnType<typeof verifyRun>;

/** Every action of a run with how often it came, looks left out. */
function happened(run: Run): string {
  const counts = new Map<string, number>();
  for (const { policy, action } of run.happenings)
    if (action !== "passed" && action !== "summary-applied")
      counts.set(`${policy} ${action}`, (counts.get(`${policy} ${action}`) ?? 0) + 1);
  return [...counts].map(([what, times]) => `${what} ${count(times)}`).join(", ");
}

function summaryLines({ run, transcript }: RunOfFile): string[] {
  const { thread } = run.recording;
  const counts = countThread(thread.messages);
  const totals = totalsOf(run);
  const share = totals.rawTokens > 0 ? Math.round((1 - totals.requestTokens / totals.rawTokens) * 100) : 0;
  const kinds = run.profile.policies.map(({ kind }) => kind).join(", ") || "no policies";
  return [
    `${transcript.source.name}, thread ${thread.id} (${thread.lane}): ${some(counts.messages, "message")}, ${some(counts.turns, "turn")}, ${some(run.stepCount, "step")}`,
    `profile ${run.profile.name}: ${kinds}; tokens estimated by ${run.profile.tokenCounter}`,
    `raw ${some(totals.rawTokens, "token")} over all requests, sent ${count(totals.requestTokens)} (${share} % less), the largest request ${count(totals.peakRequestTokens)}`,
    happened(run) || "nothing was managed",
    `stored ${some(totals.bytesStored, "byte")}, lost ${some(totals.lostBytes, "byte")}, read again ${some(totals.rereads, "time")}`,
  ];
}

function actionLines(run: Run): string[] {
  const shown = run.happenings
    .filter(({ action }) => action !== "passed" && action !== "summary-applied")
    .slice(0, 40);
  return shown.map((event) => {
    const about = event.subject.message ? ` [${event.subject.message}]` : "";
    return `  step ${event.step}:${about} ${sentenceOf(event)}`;
  });
}

type ReplayDocument = ReturnType<typeof replayDocument>;

/** Of all that a run's document says, the summaries alone hold what was recorded: beside the ledger, and in it. */
function leavingDocument(document: ReplayDocument, given: ReplayArguments): ReplayDocument {
  const telling = document.events.filter(({ detail }) => detail?.text !== undefined);
  const { summary, told } = leavingJson({ summary: document.summary, told: telling }, given);
  const shown = new Map(telling.map((event, at) => [event, told[at]]));
  return { ...document, summary, events: document.events.map((event) => shown.get(event) ?? event) };
}

function tell(violations: Violations): void {
  for (const { invariant, step, message } of violations.slice(0, 20))
    note(`invariant ${invariant} is broken${step === undefined ? "" : ` at step ${step}`}: ${message}`);
  if (violations.length > 0) process.exitCode = 1;
}

async function replayFile(file: string, given: ReplayArguments): Promise<void> {
  const made = await runFile(file, given);
  const violations = given.verify ? verifyRun(made.run) : undefined;
  if (violations) tell(violations);
  if (given.json) {
    const document = leavingDocument(replayDocument(made.run, made.transcript.source), given);
    return printJson(violations ? { ...document, violations } : document);
  }
  const verdict = violations
    ? [violations.length === 0 ? "all invariants hold" : `${violations.length} invariants broken`]
    : [];
  const lines = [...summaryLines(made), ...actionLines(made.run), ...verdict].join("\n");
  print(leaving(lines, maskText(lines), given));
}

/** `ullage replay FILE --profile P` */
export function replayCommand(): Command {
  return runCommand("replay", "run a profile on a recorded transcript")
    .option("--verify", "check the invariants on this run; exits 1 when one is broken")
    .option(...UNMASKED)
    .action(replayFile);
}

import type { Run, StepRecord } from "../engine/run.ts";
import { isPastLimit } from "../ledger/sentences.ts";
import type { LedgerEvent } from "../model/event.ts";
import { resultsOf } from "../model/message.ts";
import type { PolicyConfig, PolicyKind } from "../model/profile.ts";
import { COLUMN } from "../model/size.ts";
import { metricsOf } from "../model/text-metrics.ts";
import { offloadEntries } from "../policies/offload.ts";
import { checkpointBytes } from "../policies/offload-store.ts";
import { measureCount, measureTokens, sentRanges, unitAt } from "../policies/request-view.ts";
import type { Violation } from "./violation.ts";

type Config<K extends PolicyKind> = Extract<PolicyConfig, { kind: K }>;

function configOf<K extends PolicyKind>(run: Run, kind: K): Config<K> | undefined {
  return run.profile.policies.find((policy): policy is Config<K> => policy.kind === kind);
}

/** What is wrong with what a policy left of a result, or with what it let pass; undefined when nothing is. */
function overIn(run: Run, { policy, action, measured, limit, before, after, detail }: LedgerEvent) {
  if (
    action === "passed" &&
    measured &&
    limit &&
    detail?.reason === undefined &&
    isPastLimit(measured, limit)
  )
    return `${measured.value} ${measured.unit} passed`;
  if (policy === "runtime-limit" && after) {
    const own = configOf(run, policy);
    if (own && after.bytes > own.maxBytes) return `${after.bytes} bytes are left`;
    const shown = detail?.head?.to ?? 0;
    if (own && shown > own.maxLines) return `${shown} lines are left`;
  }
  if (action === "limited" || action === "discarded") {
    const most = configOf(run, "respond-limit")?.maxResponseBytes ?? Infinity;
    if (policy === "respond-limit" && after && after.bytes > most)
      return `a response of ${after.bytes} bytes`;
  }
  if (action === "paged") {
    const window = (before?.bytes ?? 0) - (detail?.omittedBytes ?? 0);
    // A page smaller than one code point still moves on by one.
    if (window > Math.max(4, configOf(run, "paging")?.pageBytes ?? 0)) return `a window of ${window} bytes`;
  }
  return undefined;
}

function overInEvents(run: Run): Violation[] {
  return run.events.flatMap((event) => {
    const over = overIn(run, event);
    return over === undefined
      ? []
      : [{ invariant: 3, step: event.step, message: `${event.policy}: ${over}` }];
  });
}

/** What is wrong with a request that a window shaped. */
function overWindow(run: Run, window: Config<"window">, { view, events }: StepRecord): string | undefined {
  const [first] = sentRanges(view);
  if (view.holes && first && unitAt(view, first.from)[0]?.role !== "user")
    return "what the window keeps begins with no user message";
  const size = window.maxMessages === undefined ? measureTokens(view) : measureCount(view);
  if (size <= (window.maxMessages ?? window.maxTokens ?? Infinity)) return undefined;
  const own = run.events.slice(events.from, events.asked);
  const warned = own.some(({ policy, action }) => policy === "window" && action === "warned");
  return warned ? undefined : `the window holds ${size}`;
}

function overInStep(run: Run, record: StepRecord): string[] {
  const found: string[] = [];
  const stored = checkpointBytes(offloadEntries(record.state));
  if (stored > (configOf(run, "offload")?.maxTotalBytes ?? Infinity))
    found.push(`the store holds ${stored} bytes`);
  const summary = record.view.summary?.size[COLUMN.chars4] ?? 0;
  if (summary > (configOf(run, "summarize")?.maxSummaryTokens ?? Infinity))
    found.push(`the summary has ${summary} tokens`);
  const window = configOf(run, "window");
  const over = window && overWindow(run, window, record);
  return over === undefined ? found : [...found, over];
}

/** Results that are sent though their text is over what offload lets through. */
function overOnSend(run: Run): Violation[] {
  const most = configOf(run, "offload")?.thresholdTokens ?? Infinity;
  const found: Violation[] = [];
  for (let index = 0; index < run.sent.length; index++)
    for (const result of run.sent.at(index).flatMap(resultsOf)) {
      const { tokens } = metricsOf(result.parts);
      if (tokens > most) found.push({ invariant: 3, message: `a result of ${tokens} tokens is sent` });
    }
  return found;
}

/** 3: every bound holds after every commit. */
export function boundsKept(run: Run): Violation[] {
  const steps = run.steps.flatMap((record) =>
    overInStep(run, record).map((message) => ({ invariant: 3, step: record.step, message })),
  );
  return [...steps, ...overInEvents(run), ...overOnSend(run)];
}

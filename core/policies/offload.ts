import { chain } from "../lib/maybe.ts";
import type { History } from "../lib/history.ts";
import { headWithinBytes, headWithinUnits } from "../lib/text-lines.ts";
import { utf8Length } from "../lib/utf8.ts";
import type { ContentSize, Limit, Subject } from "../model/event.ts";
import type { Message } from "../model/message.ts";
import { type ContentPart, type ToolResultPart, withText } from "../model/part.ts";
import type { OffloadConfig } from "../model/profile.ts";
import { NextAbove } from "../model/next-batch.ts";
import { type Recording, subjectOf } from "../model/recording.ts";
import { type TextMetrics, contentSize, metricsOf } from "../model/text-metrics.ts";
import type {
  Emit,
  Middleware,
  ModelContext,
  SentResult,
  State,
  StateUpdate,
  ToolCall,
  ToolContext,
  ToolOutcome,
} from "./middleware.ts";
import { coveredPaths, namesNoPath } from "./covered-paths.ts";
import {
  type OffloadEntry,
  addEntry,
  entrySize,
  fitAlone,
  sizedEntry,
  storedBytesOf,
} from "./offload-store.ts";
import { type Preview, previewOf } from "./offload-preview.ts";
import { joinPieces } from "../ledger/pieces.ts";
import { type ReadingTools, isReaderCall } from "./reader-call.ts";
import { SUMMARY_KEY, coveredEndOf } from "./summary-state.ts";
import { offloadPath } from "./virtual-paths.ts";

/** State key of the stored results. */
export const OFFLOAD_KEY = "offload";
/** State key of how far the clean-up behind a summary has come: the index of the first message not looked at. */
const CLEANED_KEY = "offload.cleaned";

/** The stored results in a state, oldest first. */
export function offloadEntries(state: Readonly<Record<string, unknown>>): readonly OffloadEntry[] {
  return (state[OFFLOAD_KEY] as readonly OffloadEntry[] | undefined) ?? [];
}

function evictions(
  config: OffloadConfig,
  entry: OffloadEntry,
  because: number,
  recording: Recording,
): StateUpdate {
  return {
    key: OFFLOAD_KEY,
    apply(value, emit) {
      const before = (value as readonly OffloadEntry[] | undefined) ?? [];
      const { entries, evicted } = addEntry(before, entry, config.maxTotalBytes);
      for (const old of evicted) emit(eviction(old, config, because, recording));
      return entries;
    },
  };
}

function eviction(
  old: OffloadEntry,
  config: OffloadConfig,
  because: number,
  recording: Recording,
): Parameters<Emit>[0] {
  return {
    policy: "offload",
    action: "evicted",
    subject: { ...subjectOf(recording, old.identity), path: old.path },
    limit: { name: "maxTotalBytes", value: config.maxTotalBytes, unit: "bytes" },
    before: entrySize(old),
    detail: { because, reason: "store-full" },
  };
}

/** An offload, and the names under which a text keeps what it made of it, for others of the same parameters. */
interface Offload {
  readonly config: OffloadConfig;
  readonly entryName: string;
  readonly previewName: string;
}

function offloadOf(config: OffloadConfig): Offload {
  const { maxResultBytes, maxTotalBytes } = config;
  const { thresholdTokens, previewLines, previewLineChars, tailLines } = config;
  return {
    config,
    entryName: `offload-entry ${maxResultBytes} ${maxTotalBytes}`,
    previewName: `offload ${thresholdTokens} ${previewLines} ${previewLineChars} ${tailLines}`,
  };
}

/** Stores what fits of a text, or nothing when not one code point does. The same entry for the same parameters. */
function entryFor(identity: string, metrics: TextMetrics, offload: Offload): OffloadEntry | undefined {
  const { config, entryName } = offload;
  return metrics.memo(entryName, () => makeEntry(identity, metrics, config), identity);
}

function makeEntry(identity: string, metrics: TextMetrics, config: OffloadConfig): OffloadEntry | undefined {
  const { maxResultBytes } = config;
  const text = metrics.bytes <= maxResultBytes ? metrics.text : headWithinBytes(metrics.text, maxResultBytes);
  if (text === "") return undefined;
  const entry = { path: offloadPath(identity), identity, text, bytes: metrics.bytes };
  if (text.length === metrics.text.length) sizedEntry(entry, metrics.size());
  return fitAlone(entry, config.maxTotalBytes);
}

/** A preview with its text and size. */
interface ShownPreview extends Preview {
  readonly text: string;
  readonly size: ContentSize;
  readonly parts: readonly ContentPart[];
}

function shownPreview(
  parts: readonly ContentPart[],
  metrics: TextMetrics,
  entry: OffloadEntry | undefined,
  { config, previewName }: Offload,
): ShownPreview {
  const make = (): ShownPreview => {
    const stored = { path: entry?.path, storedBytes: entry ? storedBytesOf(entry) : 0 };
    const preview = previewOf(metrics, stored, config);
    const text = joinPieces(metrics.text, preview.pieces);
    return { ...preview, text, size: contentSize(text), parts: withText(parts, text) };
  };
  return metrics.memo(previewName, make, entry);
}

function offloadEvent(
  subject: Subject,
  metrics: TextMetrics,
  limit: Limit,
  preview: ShownPreview,
  storedBytes: number,
): Parameters<Emit>[0] {
  return {
    policy: "offload",
    action: storedBytes > 0 ? "offloaded" : "dropped",
    subject,
    measured: { value: metrics.tokens, unit: "tokens" },
    limit,
    before: metrics.size(),
    after: preview.size,
    detail: {
      ...preview.detail,
      pieces: preview.pieces,
      storedBytes,
      stored: storedBytes === 0 ? "none" : storedBytes < metrics.bytes ? "cut" : "whole",
    },
  };
}

/** Offloads large tool results into the state; beside a summary, drops what it covers (policies, 2.1). */
export function createOffload(
  config: OffloadConfig,
  reading: ReadingTools,
  stack: { readonly withSummary: boolean },
): Middleware {
  const limit: Limit = { name: "thresholdTokens", value: config.thresholdTokens, unit: "tokens" };
  const above = new NextAbove();
  const own = offloadOf(config);

  function offload(
    call: ToolCall,
    parts: readonly ContentPart[],
    metrics: TextMetrics,
    context: ToolContext,
  ): ToolOutcome {
    const entry = entryFor(call.identity, metrics, own);
    const storedBytes = entry ? storedBytesOf(entry) : 0;
    const preview = shownPreview(parts, metrics, entry, own);
    const subject = { ...callSubject(call), ...(entry ? { path: entry.path } : {}) };
    const seq = context.emit(offloadEvent(subject, metrics, limit, preview, storedBytes));
    const updates = entry ? [evictions(config, entry, seq, context.recording)] : [];
    return { kind: "success", parts: preview.parts, updates };
  }

  function look(call: ToolCall, outcome: ToolOutcome, context: ToolContext): ToolOutcome {
    if (outcome.kind !== "success") return outcome;
    const metrics = metricsOf(outcome.parts);
    const { tokens } = metrics;
    const reader = isReaderCall(call.call, reading);
    if (tokens > config.thresholdTokens && !reader) {
      const done = offload(call, outcome.parts, metrics, context);
      return done.kind === "success"
        ? { ...done, updates: [...(outcome.updates ?? []), ...(done.updates ?? [])] }
        : done;
    }
    const measured = { value: tokens, unit: "tokens" } as const;
    const subject = callSubject(call);
    const passed = { policy: "offload", action: "passed", subject, measured, limit } as const;
    context.emit(reader ? { ...passed, detail: { reason: "reader" } } : passed);
    return outcome;
  }

  return {
    kind: "offload",
    writes: [OFFLOAD_KEY, CLEANED_KEY],
    wrapToolCall: (call, context, next) => chain(next(call), (outcome) => look(call, outcome, context)),
    wrapModelCall(request, context, next) {
      const updates = stack.withSummary ? cleanUp(context) : NO_UPDATES;
      const answer = next(request);
      if (updates.length === 0) return answer;
      return chain(answer, (response) => ({
        ...response,
        updates: response.updates ? [...response.updates, ...updates] : updates,
      }));
    },
    quiet(from, { recording, state, stored }) {
      const { figures } = recording;
      const settled = !stack.withSummary || isSettled(state, stored, recording);
      const results = (first: number, end: number): number =>
        (figures.successes[end] as number) - (figures.successes[first] as number);
      return {
        until: settled ? above.next(figures.tokens, config.thresholdTokens, from) : from,
        eachStep: 0,
        results,
      };
    },
    sendResult: (result, message, part) => sendWithin(result, message, part, config, limit),
    sendsAbove: config.thresholdTokens,
  };
}

/** What a tool-result event is about. */
export function callSubject(call: ToolCall): Subject {
  return {
    message: call.resultMessage,
    call: call.call.callId,
    identity: call.identity,
    part: call.resultPart,
  };
}

/** Whether cleaning up would find nothing: no newly covered result names a path, so it may as well be done later. */
function isSettled(state: State, stored: History<Message>, recording: Recording): boolean {
  const covered = coveredEndOf(state[SUMMARY_KEY], recording, stored.length);
  const cleaned = (state[CLEANED_KEY] as number | undefined) ?? 0;
  return covered <= cleaned || namesNoPath(stored, recording, cleaned, covered);
}

const NO_UPDATES: readonly StateUpdate[] = [];

/** Drops the entries that newly covered results name: nobody can be pointed at them any more. */
function cleanUp(context: ModelContext): readonly StateUpdate[] {
  const covered = coveredEndOf(context.state[SUMMARY_KEY], context.recording, context.stored.length);
  const cleaned = (context.state[CLEANED_KEY] as number | undefined) ?? 0;
  if (covered <= cleaned) return NO_UPDATES;
  const clean = { key: CLEANED_KEY, apply: () => covered };
  const entries = offloadEntries(context.state);
  if (entries.length === 0) return [clean];
  const named = coveredPaths(context.stored, context.recording, cleaned, covered);
  const dropped = named.size === 0 ? [] : entries.filter((entry) => named.has(entry.path));
  if (dropped.length === 0) return [clean];
  for (const entry of dropped)
    context.emit({
      policy: "offload",
      action: "dropped",
      subject: { ...subjectOf(context.recording, entry.identity), path: entry.path },
      before: entrySize(entry),
      detail: { reason: "summary-covers" },
    });
  const keep = new Set(dropped.map((entry) => entry.identity));
  const left = (value: unknown): unknown =>
    ((value as readonly OffloadEntry[] | undefined) ?? []).filter((entry) => !keep.has(entry.identity));
  return [clean, { key: OFFLOAD_KEY, apply: left }];
}

/** Cuts a result's text to the threshold as it is sent: errors and loop-made outcomes never came through the stack. */
function sendWithin(
  result: ToolResultPart,
  message: Message,
  part: number,
  config: OffloadConfig,
  limit: Limit,
): SentResult | undefined {
  const metrics = metricsOf(result.parts);
  if (metrics.tokens <= config.thresholdTokens) return undefined;
  const notice = `\n[cut as it was sent: the whole text is ${metrics.bytes} bytes, ${metrics.lines} lines]`;
  const head = headWithinUnits(metrics.text, config.thresholdTokens * 4 - notice.length);
  const shown = head + notice;
  return {
    result: { ...result, parts: withText(result.parts, shown) },
    event: {
      policy: "offload",
      action: "cut",
      subject: { message: message.id, call: result.callId, part },
      measured: { value: metrics.tokens, unit: "tokens" },
      limit,
      before: metrics.size(),
      after: contentSize(shown),
      detail: {
        reason: "on-send",
        omittedBytes: metrics.bytes - utf8Length(head),
        pieces: [{ from: 0, to: head.length }, notice],
      },
    },
  };
}

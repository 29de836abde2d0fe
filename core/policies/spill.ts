import { headWithinBytes } from "../lib/text-lines.ts";
import { chain } from "../lib/maybe.ts";
import { utf8Length } from "../lib/utf8.ts";
import type { EventDetail, Limit, Measure } from "../model/event.ts";
import { type ContentPart, isPlainText, withText } from "../model/part.ts";
import type { SpillConfig } from "../model/profile.ts";
import { NextAbove } from "../model/next-batch.ts";
import { contentSize, metricsOf } from "../model/text-metrics.ts";
import type { Middleware, State, StateUpdate, ToolCall, ToolContext, ToolOutcome } from "./middleware.ts";
import { callSubject } from "./offload.ts";
import { joinPieces } from "../ledger/pieces.ts";
import {
  type Gap,
  gapDetail,
  gapOf,
  legacyPieces,
  pointNote,
  shownSpill,
  spillNote,
} from "./spill-preview.ts";
import { type SpillTarget, spillTarget } from "./spill-target.ts";
import { spillPath } from "./virtual-paths.ts";

/** State key of the totals. */
export const SPILL_KEY = "spill";

/** What a session has spilled so far. Bytes are of text: written to files, and kept in history. */
export interface SpillTotals {
  readonly results: number;
  readonly bytesSpilled: number;
  readonly bytesKept: number;
  readonly fallbacks: number;
}

const NOTHING: SpillTotals = { results: 0, bytesSpilled: 0, bytesKept: 0, fallbacks: 0 };

function totalsOf(state: State): SpillTotals {
  return (state[SPILL_KEY] as SpillTotals | undefined) ?? NOTHING;
}

function add(change: Partial<SpillTotals>): StateUpdate {
  const sum = (value: unknown): SpillTotals => {
    const old = (value as SpillTotals | undefined) ?? NOTHING;
    return {
      results: old.results + (change.results ?? 0),
      bytesSpilled: old.bytesSpilled + (change.bytesSpilled ?? 0),
      bytesKept: old.bytesKept + (change.bytesKept ?? 0),
      fallbacks: old.fallbacks + (change.fallbacks ?? 0),
    };
  };
  return { key: SPILL_KEY, apply: sum };
}

/** The outcome of a call whose result is being looked at. */
type Looked = Extract<ToolOutcome, { parts: readonly ContentPart[] }>;

/** A file that was written: by how many bytes its store grew, and whether it was there before. */
interface Written {
  readonly growth: number;
  readonly again: boolean;
}

/** Spills large text results to files, with head and tail in history (policies, 2.2). */
export function createSpill(config: SpillConfig): Middleware {
  const limit: Limit = { name: "spillBytes", value: config.spillBytes, unit: "bytes" };
  const above = new NextAbove();
  // Calls of one batch share a committed state: what they wrote so far is counted here until it is committed.
  let batch: { state: State | undefined; bytes: number } = { state: undefined, bytes: 0 };

  function written(state: State): number {
    if (batch.state !== state) batch = { state, bytes: 0 };
    return totalsOf(state).bytesSpilled + batch.bytes;
  }

  function pass(
    call: ToolCall,
    outcome: Looked,
    measured: Measure,
    context: ToolContext,
    reason?: string,
  ): Looked {
    const detail = reason === undefined ? {} : { detail: { reason } };
    context.emit({
      policy: "spill",
      action: "passed",
      subject: callSubject(call),
      measured,
      limit,
      ...detail,
    });
    return outcome;
  }

  function replaced(outcome: Looked, text: string, change: Partial<SpillTotals>): Looked {
    const parts = withText(outcome.parts, text);
    return { ...outcome, parts, updates: [...(outcome.updates ?? []), add(change)] };
  }

  /** The legacy cut, with why it applies. It loses the tail. */
  function legacy(call: ToolCall, outcome: Looked, context: ToolContext, cause: string): Looked {
    const metrics = metricsOf(outcome.parts);
    const bound: Limit = { name: "maxToolOutputBytes", value: config.maxToolOutputBytes, unit: "bytes" };
    const measured: Measure = { value: metrics.bytes, unit: "bytes" };
    const action = cause === "off" ? "cut" : "fell-back";
    const change = { fallbacks: cause === "off" ? 0 : 1 };
    if (metrics.bytes <= config.maxToolOutputBytes) {
      if (cause === "off") return pass(call, outcome, measured, context, "off");
      context.emit({
        policy: "spill",
        action,
        subject: callSubject(call),
        measured,
        limit: bound,
        detail: { reason: cause },
      });
      return { ...outcome, updates: [...(outcome.updates ?? []), add(change)] };
    }
    const { pieces, shown } = legacyPieces(metrics, config.maxToolOutputBytes);
    const omittedRange = { from: shown, to: metrics.bytes };
    const detail = {
      reason: cause,
      note: "tail-lost",
      pieces,
      omittedBytes: metrics.bytes - shown,
      omittedRange,
    };
    const text = joinPieces(metrics.text, pieces);
    const after = contentSize(text);
    context.emit({
      policy: "spill",
      action,
      subject: callSubject(call),
      measured,
      limit: bound,
      before: metrics.size(),
      after,
      detail,
    });
    return replaced(outcome, text, change);
  }

  function acted(
    call: ToolCall,
    outcome: Looked,
    context: ToolContext,
    gap: Gap,
    shown: ReturnType<typeof shownSpill>,
    more: EventDetail,
    path: string,
    written?: Written,
  ): Looked {
    const metrics = metricsOf(outcome.parts);
    context.emit({
      policy: "spill",
      action: written ? "spilled" : "pointed",
      subject: { ...callSubject(call), path },
      measured: { value: metrics.bytes, unit: "bytes" },
      limit,
      before: metrics.size(),
      after: shown.size,
      detail: { ...gapDetail(metrics, gap), ...more, pieces: shown.pieces },
    });
    // The result of a call that is run again takes the place of its first one: it is counted already.
    const change = written?.again ? {} : { results: 1, bytesKept: shown.size.bytes };
    return replaced(outcome, shown.text, { ...change, bytesSpilled: written?.growth ?? 0 });
  }

  function toFile(call: ToolCall, outcome: Looked, context: ToolContext, gap: Gap): Looked {
    const metrics = metricsOf(outcome.parts);
    const kept =
      metrics.bytes <= config.fileCapBytes
        ? metrics.text
        : headWithinBytes(metrics.text, config.fileCapBytes);
    const storedBytes = kept === metrics.text ? metrics.bytes : utf8Length(kept);
    const path = spillPath(context.recording.thread.id, call.identity);
    const shown = shownSpill(metrics, gap, spillNote(metrics, gap, path, storedBytes));
    if (shown.size.bytes >= metrics.bytes)
      return pass(call, outcome, { value: metrics.bytes, unit: "bytes" }, context, "no-gain");
    const before = context.files.read("spill", path);
    const growth = storedBytes - (before?.storedBytes ?? 0);
    if (written(context.state) + growth > config.sessionCapBytes)
      return legacy(call, outcome, context, "session-cap");
    const note =
      storedBytes < metrics.bytes
        ? `\n[this file keeps the first ${storedBytes} of ${metrics.bytes} bytes]\n`
        : "";
    const file = {
      text: kept + note,
      message: call.resultMessage,
      call: call.call.callId,
      identity: call.identity,
      bytes: metrics.bytes,
      storedBytes,
    };
    if (!context.files.write("spill", path, file)) return legacy(call, outcome, context, "store-unwritable");
    batch.bytes += growth;
    const stored = storedBytes < metrics.bytes ? ("cut" as const) : ("whole" as const);
    return acted(call, outcome, context, gap, shown, { storedBytes, stored }, path, {
      growth,
      again: before !== undefined,
    });
  }

  function toSource(
    call: ToolCall,
    outcome: Looked,
    context: ToolContext,
    gap: Gap,
    target: SpillTarget & { kind: "source" },
  ): Looked {
    const metrics = metricsOf(outcome.parts);
    const shown = shownSpill(metrics, gap, pointNote(metrics, gap, target.path, target.offset));
    if (shown.size.bytes >= metrics.bytes)
      return pass(call, outcome, { value: metrics.bytes, unit: "bytes" }, context, "no-gain");
    return acted(call, outcome, context, gap, shown, {}, target.path);
  }

  function look(
    call: ToolCall,
    target: SpillTarget,
    outcome: ToolOutcome,
    context: ToolContext,
  ): ToolOutcome {
    if (outcome.kind !== "success" && outcome.kind !== "error") return outcome;
    const metrics = metricsOf(outcome.parts);
    const { bytes } = metrics;
    const measured = { value: bytes, unit: "bytes" } as const;
    if (target.kind === "none" && target.reason === "reader")
      return pass(call, outcome, measured, context, "reader");
    if (!isPlainText(outcome)) return pass(call, outcome, measured, context, "rich");
    if (config.spillBytes === 0) return legacy(call, outcome, context, "off");
    if (bytes <= config.spillBytes) return pass(call, outcome, measured, context);
    if (target.kind === "none") return pass(call, outcome, measured, context, target.reason);
    const gap = gapOf(metrics, config);
    if (!gap) return pass(call, outcome, measured, context, "no-gain");
    return target.kind === "file"
      ? toFile(call, outcome, context, gap)
      : toSource(call, outcome, context, gap, target);
  }

  return {
    kind: "spill",
    writes: [SPILL_KEY],
    quiet(from, { recording: { figures } }) {
      const bound = config.spillBytes === 0 ? config.maxToolOutputBytes : config.spillBytes;
      const results = (first: number, end: number): number =>
        (figures.answers[end] as number) - (figures.answers[first] as number);
      return { until: above.next(figures.bytes, bound, from), eachStep: 0, results };
    },
    wrapToolCall(call, context, next) {
      const target = spillTarget(call.call, config);
      return chain(next(call), (outcome) => look(call, target, outcome, context));
    },
  };
}

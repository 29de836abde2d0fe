import { chain } from "../lib/maybe.ts";
import { utf8Length, utf8LengthOf } from "../lib/utf8.ts";
import { joinPieces, range } from "../ledger/pieces.ts";
import type { EventDetail, Limit, Measure, Piece } from "../model/event.ts";
import { type ContentPart, withText } from "../model/part.ts";
import type { RuntimeLimitConfig } from "../model/profile.ts";
import { NextBatch } from "../model/next-batch.ts";
import type { Batch } from "../model/recording.ts";
import { type TextMetrics, contentSize, metricsOf } from "../model/text-metrics.ts";
import { isJsonText } from "./json-text.ts";
import type { Middleware, ToolCall, ToolContext, ToolOutcome } from "./middleware.ts";
import { callSubject } from "./offload.ts";
import { type ReadingTools, isReaderCall } from "./reader-call.ts";

/** What is left of a result over a limit. `fits` is false where not even the notice does. */
interface Limited {
  readonly pieces: readonly Piece[];
  readonly detail: EventDetail;
  readonly fits: boolean;
}

function notice(shown: number, metrics: TextMetrics, structured: boolean): string {
  if (structured)
    return `[cut: a structured result of ${metrics.lines} lines and ${metrics.bytes} bytes is over the limit, none of it is shown]`;
  return `[cut: ${shown} of ${metrics.lines} lines are shown]`;
}

/** As many whole lines from the head as both limits allow with the notice behind them. */
function linesThatFit(metrics: TextMetrics, config: RuntimeLimitConfig): { lines: number; end: number } {
  const { text } = metrics;
  let end = 0;
  let bytes = 0;
  for (let lines = 0; lines < config.maxLines; lines++) {
    const newline = text.indexOf("\n", end);
    const next = newline === -1 ? text.length : newline + 1;
    bytes += utf8LengthOf(text, end, next);
    const whole = bytes + utf8Length(notice(lines + 1, metrics, false));
    if (next === end || next === text.length || whole > config.maxBytes) return { lines, end };
    end = next;
  }
  return { lines: config.maxLines, end };
}

function limitedTo(metrics: TextMetrics, config: RuntimeLimitConfig): Limited {
  const structured = isJsonText(metrics.text);
  const { lines, end } = structured ? { lines: 0, end: 0 } : linesThatFit(metrics, config);
  const said = notice(lines, metrics, structured);
  const fits = lines > 0 || utf8Length(said) <= config.maxBytes;
  const shown = utf8LengthOf(metrics.text, 0, end);
  return {
    fits,
    pieces: fits ? [...range(0, end), said] : [],
    detail: {
      ...(fits ? (structured ? { reason: "structured" } : {}) : { reason: "no-room" }),
      ...(lines > 0 ? { head: { from: 1, to: lines } } : {}),
      omitted: { from: lines + 1, to: metrics.lines },
      omittedBytes: metrics.bytes - shown,
      omittedRange: { from: shown, to: metrics.bytes },
    },
  };
}

/** The result with its size, made once for the same text and limits. */
function shownOf(parts: readonly ContentPart[], config: RuntimeLimitConfig) {
  const metrics = metricsOf(parts);
  return metrics.memo(`runtime-limit ${config.maxBytes} ${config.maxLines}`, () => {
    const limited = limitedTo(metrics, config);
    const text = joinPieces(metrics.text, limited.pieces);
    return { ...limited, size: contentSize(text), parts: withText(parts, text) };
  });
}

/** The runtime's own limit on a result's bytes and lines (policies, 2.5). */
export function createRuntimeLimit(config: RuntimeLimitConfig, reading: ReadingTools): Middleware {
  const bytes: Limit = { name: "maxBytes", value: config.maxBytes, unit: "bytes" };
  const lines: Limit = { name: "maxLines", value: config.maxLines, unit: "lines" };

  function isOver(metrics: TextMetrics): boolean {
    if (metrics.bytes > config.maxBytes) return true;
    // A text has no more lines than bytes: most need not be read to be counted.
    return metrics.bytes > config.maxLines && metrics.lines > config.maxLines;
  }

  const over = new NextBatch((batch: Batch) =>
    batch.results.some(({ result }) => isOver(metricsOf(result.parts))),
  );

  function held(metrics: TextMetrics): { measured: Measure; limit: Limit } {
    return metrics.bytes > config.maxBytes || metrics.lines <= config.maxLines
      ? { measured: { value: metrics.bytes, unit: "bytes" }, limit: bytes }
      : { measured: { value: metrics.lines, unit: "lines" }, limit: lines };
  }

  function look(call: ToolCall, outcome: ToolOutcome, context: ToolContext): ToolOutcome {
    if (outcome.kind !== "success" && outcome.kind !== "error") return outcome;
    const metrics = metricsOf(outcome.parts);
    const about = { policy: "runtime-limit", subject: callSubject(call), ...held(metrics) } as const;
    const reader = isReaderCall(call.call, reading);
    if (reader || !isOver(metrics)) {
      const detail = reader ? { detail: { reason: "reader" } } : {};
      context.emit({ ...about, action: "passed", ...detail });
      return outcome;
    }
    const shown = shownOf(outcome.parts, config);
    context.emit({
      ...about,
      action: shown.fits ? "limited" : "cut",
      before: metrics.size(),
      after: shown.size,
      detail: { ...shown.detail, pieces: shown.pieces },
    });
    return { ...outcome, parts: shown.parts };
  }

  return {
    kind: "runtime-limit",
    writes: [],
    wrapToolCall: (call, context, next) => chain(next(call), (outcome) => look(call, outcome, context)),
    quiet(from, { recording: { batches, figures } }) {
      const results = (first: number, end: number): number =>
        (figures.answers[end] as number) - (figures.answers[first] as number);
      return { until: over.next(batches, from), eachStep: 0, results };
    },
  };
}

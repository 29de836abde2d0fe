import { chain } from "../lib/maybe.ts";
import { utf8LengthOf } from "../lib/utf8.ts";
import { joinPieces } from "../ledger/pieces.ts";
import type { Limit } from "../model/event.ts";
import { stringField } from "../model/json.ts";
import { type ContentPart, withText } from "../model/part.ts";
import type { PagingConfig } from "../model/profile.ts";
import { NextAbove, NextBatch } from "../model/next-batch.ts";
import type { Batch } from "../model/recording.ts";
import { type TextMetrics, contentSize, metricsOf } from "../model/text-metrics.ts";
import { READ_TOOL_RESULT, type ToolDefinition } from "../model/tool.ts";
import type { Middleware, ToolCall, ToolContext, ToolOutcome } from "./middleware.ts";
import { callSubject } from "./offload.ts";
import { type ReadBound, type TextWindow, windowAt } from "./read-window.ts";
import { type ReadingTools, isReaderCall } from "./reader-call.ts";

/** The tool that reads a paged result window by window. */
const READER: ToolDefinition = {
  name: READ_TOOL_RESULT,
  description: "Reads the next window of a tool result of which only a part was shown.",
  parameters: {
    type: "object",
    properties: {
      identity: { type: "string", description: "The identity that the notice under the window names." },
      start: { type: "string", description: "Where to begin: LINE or LINE:BYTE, as the notice names it." },
    },
    required: ["identity", "start"],
  },
};

/** What bounds a window of a paged result: its own bytes, the notice not counted. */
export function windowBound({ pageBytes }: PagingConfig): ReadBound {
  return { unit: "bytes", value: Math.max(1, pageBytes), of: "window" };
}

/** Whether a window ends where a line does. */
function endsLine({ text }: TextMetrics, { to }: TextWindow): boolean {
  return text.charCodeAt(to - 1) === 10;
}

/** The trailer of a first window: what is shown, and the call that gives the next. */
function trailer(metrics: TextMetrics, window: TextWindow, identity: string): string {
  const gap = endsLine(metrics, window) ? "" : "\n";
  const asked = JSON.stringify({ identity, start: window.next });
  return `${gap}[lines 1-${window.lastLine} of ${metrics.lines}; the next window: ${READ_TOOL_RESULT} ${asked}]`;
}

function firstPage(parts: readonly ContentPart[], window: TextWindow, identity: string) {
  const metrics = metricsOf(parts);
  return metrics.memo(`page ${window.to} ${identity}`, () => {
    const pieces = [{ from: 0, to: window.to }, trailer(metrics, window, identity)];
    const text = joinPieces(metrics.text, pieces);
    return { pieces, size: contentSize(text), parts: withText(parts, text) };
  });
}

/** Shows the first window of a large result and keeps the whole in memory (policies, 2.6). */
export function createPaging(config: PagingConfig, reading: ReadingTools): Middleware {
  const limit: Limit = { name: "thresholdBytes", value: config.thresholdBytes, unit: "bytes" };
  const bound = windowBound(config);
  const above = new NextAbove();
  const readers = new NextBatch((batch: Batch) =>
    batch.calls.some(({ part, result }) => result && part.name === READ_TOOL_RESULT),
  );

  function firstWindow(metrics: TextMetrics): TextWindow | undefined {
    return metrics.memo(`window ${bound.value}`, () =>
      windowAt(metrics.text, { line: 1, byte: 0 }, Number.MAX_SAFE_INTEGER, bound),
    );
  }

  function page(call: ToolCall, parts: readonly ContentPart[], window: TextWindow, context: ToolContext) {
    const metrics = metricsOf(parts);
    const { identity } = call;
    const { bytes } = metrics;
    const about = { message: call.resultMessage, call: call.call.callId, identity };
    context.files.write("page", identity, { ...about, text: metrics.text, bytes, storedBytes: bytes });
    const shown = firstPage(parts, window, identity);
    const shownBytes = utf8LengthOf(metrics.text, 0, window.to);
    context.emit({
      policy: "paging",
      action: "paged",
      subject: { ...callSubject(call), path: identity },
      measured: { value: bytes, unit: "bytes" },
      limit,
      before: metrics.size(),
      after: shown.size,
      detail: {
        head: { from: 1, to: window.lastLine },
        omitted: { from: window.lastLine + (endsLine(metrics, window) ? 1 : 0), to: metrics.lines },
        omittedBytes: bytes - shownBytes,
        omittedRange: { from: shownBytes, to: bytes },
        ...(window.next === undefined ? {} : { next: window.next }),
        pieces: shown.pieces,
        storedBytes: bytes,
        stored: "whole",
      },
    });
    return shown.parts;
  }

  /** A page that the model read back: of a result that this agent holds. */
  function isPageRead(call: ToolCall, context: ToolContext): boolean {
    const identity = stringField(call.call.arguments, "identity");
    return (
      call.call.name === READ_TOOL_RESULT &&
      identity !== undefined &&
      context.files.read("page", identity) !== undefined
    );
  }

  function passed(call: ToolCall, bytes: number, context: ToolContext, reason?: string): void {
    context.emit({
      policy: "paging",
      action: "passed",
      subject: callSubject(call),
      measured: { value: bytes, unit: "bytes" },
      limit,
      ...(reason === undefined ? {} : { detail: { reason } }),
    });
  }

  function pageRead(call: ToolCall, bytes: number, context: ToolContext): void {
    const path = stringField(call.call.arguments, "identity") ?? "";
    const start = stringField(call.call.arguments, "start");
    context.emit({
      policy: "paging",
      action: "page-read",
      subject: { ...callSubject(call), path },
      measured: { value: bytes, unit: "bytes" },
      ...(start === undefined ? {} : { detail: { note: start } }),
    });
  }

  function look(call: ToolCall, outcome: ToolOutcome, context: ToolContext): ToolOutcome {
    if (outcome.kind !== "success" && outcome.kind !== "error") return outcome;
    const metrics = metricsOf(outcome.parts);
    const { bytes } = metrics;
    if (isPageRead(call, context)) pageRead(call, bytes, context);
    else if (isReaderCall(call.call, reading)) passed(call, bytes, context, "reader");
    else if (bytes <= config.thresholdBytes) passed(call, bytes, context);
    else {
      const window = firstWindow(metrics);
      if (window?.next !== undefined)
        return { ...outcome, parts: page(call, outcome.parts, window, context) };
      passed(call, bytes, context, "one-page");
    }
    return outcome;
  }

  return {
    kind: "paging",
    writes: [],
    reader: READER,
    wrapToolCall: (call, context, next) => chain(next(call), (outcome) => look(call, outcome, context)),
    quiet(from, { recording: { batches, figures } }) {
      const until = Math.min(
        above.next(figures.bytes, config.thresholdBytes, from),
        readers.next(batches, from),
      );
      const results = (first: number, end: number): number =>
        (figures.answers[end] as number) - (figures.answers[first] as number);
      return { until, eachStep: 0, results };
    },
  };
}

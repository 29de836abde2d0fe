import { chain } from "../lib/maybe.ts";
import { utf8LengthOf } from "../lib/utf8.ts";
import type { Limit, Measure, Subject } from "../model/event.ts";
import { type ContentPart, text } from "../model/part.ts";
import type { RespondLimitConfig } from "../model/profile.ts";
import { NextBatch } from "../model/next-batch.ts";
import type { Batch } from "../model/recording.ts";
import { contentSize, metricsOf } from "../model/text-metrics.ts";
import { isJsonText } from "./json-text.ts";
import type { Middleware, ToolCall, ToolContext, ToolOutcome } from "./middleware.ts";
import { callSubject } from "./offload.ts";
import { type ReadingTools, isReaderCall } from "./reader-call.ts";
import { type ResponsePreview, responsePreview } from "./response-preview.ts";
import { isSingleText, responseBytes, responseText } from "./response-size.ts";
import { filePath, pathSegment } from "./virtual-paths.ts";

const SAVED =
  "This is an excerpt. The full result is saved under path: read it there with a file-reading tool, in parts.";
const DISCARDED =
  "This is an excerpt. The full result was not saved: ask for less of it, with pagination or a filter.";

/** Why a call is aborted, for the model. */
const WHY = {
  "no-scope": "nobody said whose files to save it among",
  "upload-failed": "it could not be saved",
  "no-room": "not even a note about it would fit",
} as const;

type Success = Extract<ToolOutcome, { kind: "success" }>;

/** A file of the attachment store that a result goes to. */
interface Upload {
  readonly id: string;
  readonly path: string;
  readonly isJson: boolean;
}

/** Limits successful results before they enter history (policies, 2.3). */
export function createRespondLimit(config: RespondLimitConfig, reading: ReadingTools): Middleware {
  const limit: Limit = { name: "maxResponseBytes", value: config.maxResponseBytes, unit: "bytes" };
  const over = new NextBatch((batch: Batch) =>
    batch.results.some(
      ({ result }) => !result.isError && responseBytes(result.parts) > config.maxResponseBytes,
    ),
  );

  function uploadOf(call: ToolCall, parts: readonly ContentPart[], context: ToolContext): Upload | undefined {
    if (!context.scope) return undefined;
    const isJson = !isSingleText(parts) || isJsonText(metricsOf(parts).text);
    const id = `results/${pathSegment(call.identity)}.${isJson ? "json" : "txt"}`;
    return { id, path: filePath(context.scope, id), isJson };
  }

  function previewOf(
    call: ToolCall,
    parts: readonly ContentPart[],
    upload: Upload | undefined,
  ): ResponsePreview | undefined {
    const size = responseBytes(parts);
    if (!upload) return responsePreview(parts, { saved: false, size }, { guidance: DISCARDED }, config);
    const { id, path, isJson } = upload;
    const name = `${call.call.name}.${isJson ? "json" : "txt"}`;
    const type = isJson ? "application/json" : "text/plain";
    return responsePreview(parts, { id, path, name, type, size }, { guidance: SAVED }, config);
  }

  function save(call: ToolCall, parts: readonly ContentPart[], path: string, context: ToolContext): boolean {
    const bytes = responseBytes(parts);
    return context.files.write("file", path, {
      text: responseText(parts),
      message: call.resultMessage,
      call: call.call.callId,
      identity: call.identity,
      bytes,
      storedBytes: bytes,
    });
  }

  /** An Error that says why and holds nothing of the result: an oversized one never enters history. */
  function abort(
    call: ToolCall,
    outcome: Success,
    measured: Measure,
    context: ToolContext,
    reason: keyof typeof WHY,
  ): ToolOutcome {
    const metrics = metricsOf(outcome.parts);
    const said = `Aborted: the result of ${measured.value} bytes is over the limit of ${config.maxResponseBytes}, and ${WHY[reason]}.`;
    context.emit({
      policy: "respond-limit",
      action: "aborted",
      subject: callSubject(call),
      measured,
      limit,
      before: metrics.size(),
      after: contentSize(said),
      detail: { reason, pieces: [said], omittedBytes: metrics.bytes },
    });
    return { ...outcome, kind: "error", parts: [text(said)] };
  }

  function replace(
    subject: Subject,
    outcome: Success,
    measured: Measure,
    preview: ResponsePreview,
    context: ToolContext,
  ): ToolOutcome {
    const metrics = metricsOf(outcome.parts);
    const shown = utf8LengthOf(metrics.text, 0, preview.excerptEnd);
    const saved = subject.path === undefined ? {} : { storedBytes: measured.value, stored: "whole" as const };
    context.emit({
      policy: "respond-limit",
      action: subject.path === undefined ? "discarded" : "limited",
      subject,
      measured,
      limit,
      before: metrics.size(),
      after: preview.size,
      detail: {
        omittedBytes: metrics.bytes - shown,
        omittedRange: { from: shown, to: metrics.bytes },
        ...saved,
        pieces: preview.pieces,
      },
    });
    return { ...outcome, parts: [text(preview.text)] };
  }

  function act(call: ToolCall, outcome: Success, measured: Measure, context: ToolContext): ToolOutcome {
    const { parts } = outcome;
    const upload = config.store ? uploadOf(call, parts, context) : undefined;
    if (config.store && !upload) return abort(call, outcome, measured, context, "no-scope");
    const preview = previewOf(call, parts, upload);
    if (!preview) return abort(call, outcome, measured, context, "no-room");
    if (upload && !save(call, parts, upload.path, context))
      return abort(call, outcome, measured, context, "upload-failed");
    const subject = { ...callSubject(call), ...(upload ? { path: upload.path } : {}) };
    return replace(subject, outcome, measured, preview, context);
  }

  function look(call: ToolCall, outcome: ToolOutcome, context: ToolContext): ToolOutcome {
    if (outcome.kind !== "success" && outcome.kind !== "error") return outcome;
    const measured: Measure = { value: responseBytes(outcome.parts), unit: "bytes" };
    const reader = isReaderCall(call.call, reading);
    if (outcome.kind === "success" && !reader && measured.value > config.maxResponseBytes)
      return act(call, outcome, measured, context);
    const reason = reader ? "reader" : outcome.kind === "error" ? "tool-failure" : undefined;
    context.emit({
      policy: "respond-limit",
      action: "passed",
      subject: callSubject(call),
      measured,
      limit,
      ...(reason === undefined ? {} : { detail: { reason } }),
    });
    return outcome;
  }

  return {
    kind: "respond-limit",
    writes: [],
    wrapToolCall: (call, context, next) => chain(next(call), (outcome) => look(call, outcome, context)),
    quiet(from, { recording: { batches, figures } }) {
      const results = (first: number, end: number): number =>
        (figures.answers[end] as number) - (figures.answers[first] as number);
      return { until: over.next(batches, from), eachStep: 0, results };
    },
  };
}

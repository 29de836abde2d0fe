import type { Maybe } from "../lib/maybe.ts";
import type { Batch, RecordedResult, Recording } from "../model/recording.ts";
import type { CompressorPort, ModelResponse, ToolCall, ToolOutcome } from "../policies/middleware.ts";
import type { RequestView } from "../policies/request-view.ts";

/** The outside of a run: replay and live differ in these only. */
export interface RunPorts {
  model(request: RequestView, batch: Batch): Maybe<ModelResponse>;
  tool(call: ToolCall, recorded: RecordedResult): Maybe<ToolOutcome>;
  /** Whether a call that a wrapper wants approved may run. */
  approve(call: ToolCall, reason: string): Maybe<boolean>;
  /** Answers what an asking wrapper asks. Absent where nobody can: then a question suspends the run. */
  readonly answer?: (question: string) => Maybe<string>;
  readonly compressors: CompressorPort;
}

/** A recorded model and recorded tools: they answer as they did. */
export function recordedPorts(recording: Recording): RunPorts {
  const { messages, meta } = recording.thread;
  return {
    model(_request, batch) {
      const message = messages[batch.from];
      if (!message) throw new RangeError(`no message ${batch.from}`);
      const usage = meta?.[batch.from]?.usage;
      return usage ? { message, usage } : { message };
    },
    tool: (_call, { result }) => ({ kind: result.isError ? "error" : "success", parts: result.parts }),
    // A call that was recorded had been approved.
    approve: () => true,
    compressors: {},
  };
}

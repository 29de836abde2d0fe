import { type Maybe, chain } from "../lib/maybe.ts";
import type { Fault } from "../model/fault.ts";
import { text } from "../model/part.ts";
import type { Batch, RecordedCall, RecordedResult, Recording } from "../model/recording.ts";
import type { Emit, Middleware, ToolCall, ToolContext, ToolOutcome } from "../policies/middleware.ts";
import type { CourseSetup } from "./course-setup.ts";
import { loopMade, subjectOf } from "./loop-made.ts";
import type { RunPorts } from "./ports.ts";
import { throughTools } from "./through-stack.ts";

/** A recorded call and its result: what is run again. */
export interface CallAndResult {
  readonly call: RecordedCall;
  readonly recorded: RecordedResult;
}

/** Runs the calls of a run through its stack. The last of the stack sees a result first. */
export class ToolRun {
  private readonly recording: Recording;
  private readonly faults: readonly Fault[];
  private readonly ports: RunPorts;
  private readonly stack: readonly Middleware[];
  private readonly emit: Emit;

  constructor({ recording, faults, ports, stack }: CourseSetup, emit: Emit) {
    this.recording = recording;
    this.faults = faults;
    this.ports = ports;
    this.stack = stack;
    this.emit = emit;
  }

  /** Runs one call of a batch: Errors that the loop makes itself do not come through the stack. */
  run(batch: Batch, { call, recorded }: CallAndResult, context: ToolContext): Maybe<ToolOutcome> {
    const asked = this.callOf(batch, call, recorded);
    const made = this.faults.length > 0 ? loopMade(this.faults, asked, call, this.emit) : undefined;
    return made ?? this.approved(asked, context, recorded);
  }

  /** Runs a call, and where a wrapper wants it approved, asks and runs it again. */
  private approved(call: ToolCall, context: ToolContext, recorded: RecordedResult): Maybe<ToolOutcome> {
    const run = (given: ToolContext): Maybe<ToolOutcome> =>
      throughTools(this.stack, given, (passed) => this.ports.tool(passed, recorded))(call);
    return chain(run(context), (outcome) => {
      if (outcome.kind !== "needs-approval") return outcome;
      const detail = { reason: outcome.reason };
      this.emit({ policy: "engine", action: "asked", subject: subjectOf(call), detail });
      return chain(this.ports.approve(call, outcome.reason), (approved) =>
        approved ? run({ ...context, approved: true }) : this.denied(call, outcome.reason),
      );
    });
  }

  private denied(call: ToolCall, reason: string): ToolOutcome {
    const pieces = [`Denied: ${reason}`];
    const detail = { reason, pieces };
    this.emit({ policy: "engine", action: "denied", subject: subjectOf(call), detail });
    return { kind: "error", parts: pieces.map(text) };
  }

  private callOf(batch: Batch, call: RecordedCall, recorded: RecordedResult): ToolCall {
    const { messages } = this.recording.thread;
    const id = (index: number): string => messages[index]?.id ?? "";
    return {
      identity: call.identity,
      message: id(batch.from),
      resultMessage: id(recorded.message),
      resultPart: recorded.part,
      call: call.part,
    };
  }
}

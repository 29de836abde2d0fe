import { type Maybe, chain } from "../lib/maybe.ts";
import { text } from "../model/part.ts";
import type { Batch, RecordedCall, RecordedResult } from "../model/recording.ts";
import type { State, ToolCall, ToolOutcome } from "../policies/middleware.ts";
import { CallContext, type Surroundings } from "./contexts.ts";
import type { CourseSetup } from "./course-setup.ts";
import { loopMade, subjectOf } from "./loop-made.ts";
import type { RunPorts } from "./ports.ts";
import { type Through, throughTools } from "./through-stack.ts";

/** A recorded call and its result: what is run again. */
export interface CallAndResult {
  readonly call: RecordedCall;
  readonly recorded: RecordedResult;
}

/** Runs the calls of a run through its stack. The last of the stack sees a result first. */
export class ToolRun {
  private readonly ports: RunPorts;
  private readonly surroundings: Surroundings;
  private readonly throughStack: Through<ToolCall, CallContext, ToolOutcome>;

  constructor({ ports, stack }: CourseSetup, surroundings: Surroundings) {
    this.ports = ports;
    this.surroundings = surroundings;
    this.throughStack = throughTools(stack, (call, { recorded }) => ports.tool(call, recorded));
  }

  /** Runs one call of a batch: Errors that the loop makes itself do not come through the stack. */
  run(batch: Batch, { call, recorded }: CallAndResult, state: State): Maybe<ToolOutcome> {
    const { faults, emit } = this.surroundings;
    const asked = this.callOf(batch, call, recorded);
    const made = faults.length > 0 ? loopMade(faults, asked, call, emit) : undefined;
    return made ?? this.approved(asked, new CallContext(this.surroundings, batch, state, recorded));
  }

  /** Runs a call, and where a wrapper wants it approved, asks and runs it again. */
  private approved(call: ToolCall, context: CallContext): Maybe<ToolOutcome> {
    return chain(this.throughStack(call, context), (outcome) => {
      if (outcome.kind !== "needs-approval") return outcome;
      const detail = { reason: outcome.reason };
      context.emit({ policy: "engine", action: "asked", subject: subjectOf(call), detail });
      return chain(this.ports.approve(call, outcome.reason), (approved) =>
        approved ? this.throughStack(call, context.approve()) : this.denied(call, outcome.reason),
      );
    });
  }

  private denied(call: ToolCall, reason: string): ToolOutcome {
    const pieces = [`Denied: ${reason}`];
    const detail = { reason, pieces };
    this.surroundings.emit({ policy: "engine", action: "denied", subject: subjectOf(call), detail });
    return { kind: "error", parts: pieces.map(text) };
  }

  private callOf(batch: Batch, call: RecordedCall, recorded: RecordedResult): ToolCall {
    const { messages } = this.surroundings.recording.thread;
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

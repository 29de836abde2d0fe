import type { Subject } from "../model/event.ts";
import type { Fault } from "../model/fault.ts";
import { text } from "../model/part.ts";
import type { RecordedCall } from "../model/recording.ts";
import type { Emit, ToolCall, ToolOutcome } from "../policies/middleware.ts";
import { meansCall } from "./faults.ts";

/** What an event about a call's result is about. */
export function subjectOf({ resultMessage: message, resultPart: part, identity, call }: ToolCall): Subject {
  return { message, call: call.callId, identity, part };
}

/** What the loop says instead of the tool. */
const SAID = {
  "tool-timeout": "The tool timed out.",
  "approval-denied": "Denied: approval was refused.",
} as const;

/** The Error that the loop itself makes of a call when a fault wants it: it never comes through the stack. */
export function loopMade(
  faults: readonly Fault[],
  call: ToolCall,
  recorded: RecordedCall,
  emit: Emit,
): ToolOutcome | undefined {
  for (const fault of faults) {
    if (fault.kind !== "tool-timeout" && fault.kind !== "approval-denied") continue;
    if (!meansCall(fault, call.message, recorded)) continue;
    const subject = subjectOf(call);
    const said = SAID[fault.kind];
    emit({ policy: "fault", action: "fault", subject, detail: { fault: fault.kind, pieces: [said] } });
    if (fault.kind === "approval-denied") emit({ policy: "engine", action: "denied", subject });
    return { kind: "error", parts: [text(said)] };
  }
  return undefined;
}

import { nearestName } from "../lib/nearest.ts";
import { FAULT_KINDS, type Fault } from "../model/fault.ts";
import { field } from "../model/json.ts";
import type { RecordedCall } from "../model/recording.ts";

/** A fault that cannot be used: which field and why. */
export interface FaultError {
  readonly field: string;
  readonly reason: string;
}

const NEEDS: Partial<Record<Fault["kind"], { readonly key: string; readonly type: "call" | "positive" }>> = {
  "output-block": { key: "turn", type: "positive" },
  "tool-timeout": { key: "call", type: "call" },
  "approval-denied": { key: "call", type: "call" },
  rerun: { key: "call", type: "call" },
};

function isPositive(value: unknown): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= 1;
}

function errorOf(value: unknown, at: string): FaultError | undefined {
  const kind = field(value, "kind");
  if (typeof kind !== "string" || !(FAULT_KINDS as readonly string[]).includes(kind)) {
    const near = typeof kind === "string" ? nearestName(kind, FAULT_KINDS) : undefined;
    return {
      field: `${at}.kind`,
      reason: `no such fault${near ? `; did you mean ${near}?` : `: one of ${FAULT_KINDS.join(", ")}`}`,
    };
  }
  const need = NEEDS[kind as Fault["kind"]];
  const given = need ? field(value, need.key) : undefined;
  if (need?.type === "positive" && !isPositive(given))
    return { field: `${at}.${need.key}`, reason: "a whole number from 1 is needed" };
  if (need?.type === "call" && (typeof given !== "string" || given === ""))
    return { field: `${at}.${need.key}`, reason: "the recorded id of a call, or messageId#n, is needed" };
  const from = field(value, "fromStep");
  return from !== undefined && !isPositive(from)
    ? { field: `${at}.fromStep`, reason: "a whole number from 1 is needed" }
    : undefined;
}

/** Checks the faults of a run: `{ "faults": [ … ] }` or the bare list. */
export function checkFaults(input: unknown): {
  readonly faults?: readonly Fault[];
  readonly errors: readonly FaultError[];
} {
  const list = Array.isArray(input) ? (input as unknown[]) : field(input, "faults");
  if (!Array.isArray(list)) return { errors: [{ field: "faults", reason: "a list of faults is needed" }] };
  const errors = list
    .map((value, at) => errorOf(value, `faults[${at}]`))
    .filter((error) => error !== undefined);
  return errors.length > 0 ? { errors } : { faults: list as Fault[], errors };
}

/** Whether a fault's `call` means this call: its recorded id, or its message and position. */
export function meansCall(fault: Fault, message: string, call: RecordedCall): boolean {
  return "call" in fault && (fault.call === call.part.callId || fault.call === `${message}#${call.position}`);
}

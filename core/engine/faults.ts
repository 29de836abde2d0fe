import { nearestName } from "../lib/nearest.ts";
import { FAULT_KINDS, type Fault } from "../model/fault.ts";
import { field, isJsonObject } from "../model/json.ts";
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

/** The keys that a fault of a kind may have. */
function keysOf(kind: Fault["kind"]): readonly string[] {
  const need = NEEDS[kind];
  return ["kind", ...(need ? [need.key] : []), ...(kind === "store-unwritable" ? ["fromStep"] : [])];
}

/** A key that no fault of the kind has: a slip of the pen would change what the run does, and nobody would know. */
function unknownKey(value: unknown, kind: Fault["kind"], at: string): FaultError | undefined {
  const known = keysOf(kind);
  const key = isJsonObject(value) ? Object.keys(value).find((one) => !known.includes(one)) : undefined;
  if (key === undefined) return undefined;
  const near = nearestName(key, known);
  const reason = `no such key of ${kind}${near ? `; did you mean ${near}?` : `: it has ${known.join(", ")}`}`;
  return { field: `${at}.${key.slice(0, 120)}`, reason };
}

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
  const unknown = unknownKey(value, kind as Fault["kind"], at);
  if (unknown) return unknown;
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

import type { ToolCallPart } from "../model/part.ts";
import type { SpillConfig } from "../model/profile.ts";
import { argument, isReaderCall, readPath } from "./reader-call.ts";

/**
 * How a call's result may be spilled, decided from the tool and its input before it runs: to a file of its own, by
 * pointing back at the file that was read, or not at all.
 */
export type SpillTarget =
  | { readonly kind: "file" }
  | { readonly kind: "source"; readonly path: string; readonly offset: number }
  | { readonly kind: "none"; readonly reason: "reader" | "ranged-read" };

/** A number, or digits in a string, of at least 1; otherwise undefined. */
function positive(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\d{1,12}$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isInteger(number) && number >= 1 ? number : undefined;
}

/** The target of a call (policies, 2.2). */
export function spillTarget(call: ToolCallPart, config: SpillConfig): SpillTarget {
  if (isReaderCall(call, config)) return { kind: "none", reason: "reader" };
  const path = readPath(call, config);
  if (path === undefined) return { kind: "file" };
  if (argument(call, config.readArgs.limit) !== undefined) return { kind: "none", reason: "ranged-read" };
  return { kind: "source", path, offset: positive(argument(call, config.readArgs.offset)) ?? 1 };
}

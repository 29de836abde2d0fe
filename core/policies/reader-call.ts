import { field } from "../model/json.ts";
import type { ToolCallPart } from "../model/part.ts";
import type { ReadArgs } from "../model/profile.ts";
import { OFFLOAD_MOUNT, SPILL_BASE } from "./virtual-paths.ts";

/** The tool that reads paged results back. */
export const READ_TOOL_RESULT = "read_tool_result";

/** How a profile's reading tools are called and how their arguments are named. */
export interface ReadingTools {
  readonly readTools: readonly string[];
  readonly readArgs: ReadArgs;
}

/** The first argument of these names that is there, of any type. */
export function argument(call: ToolCallPart, names: readonly string[]): unknown {
  for (const name of names) {
    const value = field(call.arguments, name);
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

/** The path that a reading tool was asked for, or undefined for any other call. */
export function readPath(call: ToolCallPart, tools: ReadingTools): string | undefined {
  if (!tools.readTools.includes(call.name)) return undefined;
  const path = argument(call, tools.readArgs.path);
  return typeof path === "string" && path !== "" ? path : undefined;
}

/**
 * A reader call reads back what a policy took away: `read_tool_result`, or a reading tool under one of the virtual
 * mounts. Its result is never managed again (policies, section 0).
 */
export function isReaderCall(call: ToolCallPart, tools: ReadingTools): boolean {
  if (call.name === READ_TOOL_RESULT) return true;
  const path = readPath(call, tools);
  return path !== undefined && (path.startsWith(OFFLOAD_MOUNT) || path.startsWith(SPILL_BASE));
}

import { field } from "../model/json.ts";
import { OFFLOAD_MOUNT } from "../model/mount.ts";
import type { ToolCallPart } from "../model/part.ts";
import type { ReadArgs } from "../model/profile.ts";
import { READ_TOOL_RESULT } from "../model/tool.ts";
import { FILE_BASE, SPILL_BASE } from "./virtual-paths.ts";

/** Where what policies took away can be read. */
const MOUNTS = [OFFLOAD_MOUNT, SPILL_BASE, FILE_BASE];

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

/** Whether a path lies under a mount: one that climbs leads out of it again. */
function isUnder(mount: string, path: string): boolean {
  return path.startsWith(mount) && !path.split("/").includes("..");
}

/**
 * A reader call reads back what a policy took away: `read_tool_result`, or a reading tool under one of the virtual
 * mounts. Its result is never managed again (policies, section 0).
 */
export function isReaderCall(call: ToolCallPart, tools: ReadingTools): boolean {
  if (call.name === READ_TOOL_RESULT) return true;
  const path = readPath(call, tools);
  return path !== undefined && MOUNTS.some((mount) => isUnder(mount, path));
}

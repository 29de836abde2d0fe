import type { OffloadEntryState, StartState } from "../model/thread.ts";
import type { ToolDefinition } from "../model/tool.ts";
import type { Usage } from "../model/usage.ts";
import type { At } from "./checked.ts";
import {
  at,
  isGiven,
  needItems,
  needObject,
  needString,
  optionalCount,
  optionalString,
  wrong,
} from "./checked.ts";
import { asArguments } from "./json-text.ts";

/** The state that a run may start from. Throws `BadRecord` that names the field. */
export function ullageState(one: At): StartState {
  needObject(one);
  const summary = at(one, "summary");
  const offload = at(one, "offload");
  return {
    ...(isGiven(summary) ? { summary: startSummary(summary) } : {}),
    ...(isGiven(offload) ? { offload: needItems(offload).map(offloadEntry) } : {}),
  };
}

function startSummary(one: At): NonNullable<StartState["summary"]> {
  needObject(one);
  return { text: needString(at(one, "text")), coversThrough: needString(at(one, "coversThrough")) };
}

function offloadEntry(one: At): OffloadEntryState {
  const bytes = optionalCount(at(one, "bytes"));
  if (bytes === undefined) return wrong(at(one, "bytes"), "a whole number ≥ 0");
  return {
    path: needString(at(one, "path")),
    identity: needString(at(one, "identity")),
    text: needString(at(one, "text")),
    bytes,
  };
}

/** One tool definition. Throws `BadRecord` that names the field. */
export function ullageTool(one: At): ToolDefinition {
  needObject(one);
  const description = optionalString(at(one, "description"));
  const parameters = at(one, "parameters").value;
  return {
    name: needString(at(one, "name")),
    ...(description === undefined ? {} : { description }),
    ...(parameters === undefined ? {} : { parameters: asArguments(parameters) }),
  };
}

const FIGURES = ["input", "output", "cacheRead", "cacheWrite", "reasoning"] as const;

/** One usage record, its figures as in the inner model. Throws `BadRecord` that names the field. */
export function ullageUsage(one: At): Usage {
  needObject(one);
  const figures = FIGURES.map((key) => [key, optionalCount(at(one, key))] as const);
  const doubt = optionalString(at(one, "doubt"));
  return {
    kind: "reported",
    ...Object.fromEntries(figures.filter(([, value]) => value !== undefined)),
    ...(doubt === undefined ? {} : { doubt }),
  };
}

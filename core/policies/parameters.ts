import type { PolicyKind } from "../model/profile.ts";
import type { PolicySpec } from "./parameter.ts";
import { ATTACHMENTS } from "./specs/attachments.ts";
import { CLEAR_TOOL_USES } from "./specs/clear-tool-uses.ts";
import { OFFLOAD } from "./specs/offload.ts";
import { PAGING } from "./specs/paging.ts";
import { RESPOND_LIMIT } from "./specs/respond-limit.ts";
import { RUNTIME_LIMIT } from "./specs/runtime-limit.ts";
import { SPILL } from "./specs/spill.ts";
import { SUMMARIZE } from "./specs/summarize.ts";
import { WINDOW } from "./specs/window.ts";

export type { ParamSpec, ParamUnit, PolicySpec } from "./parameter.ts";

/** Every policy there is, by kind. */
export const POLICY_SPECS: { readonly [K in PolicyKind]: PolicySpec } = {
  offload: OFFLOAD,
  spill: SPILL,
  "respond-limit": RESPOND_LIMIT,
  attachments: ATTACHMENTS,
  "runtime-limit": RUNTIME_LIMIT,
  paging: PAGING,
  summarize: SUMMARIZE,
  window: WINDOW,
  "clear-tool-uses": CLEAR_TOOL_USES,
};

/** The kinds, in the order in which lists offer them. */
export const POLICY_KINDS = Object.keys(POLICY_SPECS) as readonly PolicyKind[];

/** The value at a dotted path, or undefined. Own fields only. */
export function valueAt(config: unknown, path: string): unknown {
  let value: unknown = config;
  for (const key of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/** A copy of `config` with the value at a dotted path set; `undefined` removes it. */
export function withValueAt<T extends object>(config: T, path: string, value: unknown): T {
  const [key = "", ...rest] = path.split(".");
  const own = { ...config } as Record<string, unknown>;
  if (rest.length > 0) {
    const inner = Object.hasOwn(own, key) ? own[key] : undefined;
    const base = typeof inner === "object" && inner !== null && !Array.isArray(inner) ? inner : {};
    own[key] = withValueAt(base, rest.join("."), value);
  } else if (value === undefined) delete own[key];
  else own[key] = value;
  return own as T;
}

/** A policy with a parameter set; one that it excludes, and that stands beside it, goes. */
export function withParam<T extends object>(policy: T, path: string, value: unknown): T {
  const kind = valueAt(policy, "kind");
  const spec = POLICY_KINDS.includes(kind as PolicyKind) ? POLICY_SPECS[kind as PolicyKind] : undefined;
  const rival = spec?.params.find(({ key }) => key === path)?.instead;
  const set = withValueAt(policy, path, value);
  return rival === undefined || value === undefined ? set : withValueAt(set, rival, undefined);
}

import type { Json } from "../model/json.ts";
import type { PolicyKind } from "../model/profile.ts";

/** What a parameter's value is counted in. */
export type ParamUnit = "tokens" | "bytes" | "lines" | "chars" | "messages" | "results" | "turns";

/**
 * One parameter of a policy as data: the checks, the controls, the JSON schema and the documentation are all drawn
 * from it. `key` is the dotted path in the policy's config, e.g. `trigger.tokens`.
 */
export interface ParamSpec {
  readonly key: string;
  readonly label: string;
  readonly help: string;
  readonly type: "integer" | "boolean" | "choice" | "text" | "names";
  readonly unit?: ParamUnit;
  readonly min?: number;
  readonly max?: number;
  readonly default: Json;
  readonly choices?: readonly string[];
  readonly slider?: { readonly min: number; readonly max: number; readonly scale: "log" | "linear" };
  /** A value of 0 or less means the default. */
  readonly zeroIsDefault?: true;
  /** Set when the key excludes another one: the two forms of a trigger. */
  readonly instead?: string;
}

/** One kind of policy as data. */
export interface PolicySpec {
  readonly kind: PolicyKind;
  readonly title: string;
  readonly summary: string;
  readonly params: readonly ParamSpec[];
}

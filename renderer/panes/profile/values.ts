import type { Json } from "../../../core/model/json.ts";
import { type ParamSpec, valueAt } from "../../../core/policies/parameters.ts";
import { formatAmount } from "../../widgets/number-field/amount.ts";
import { PLACES, valueAtPlace } from "../../widgets/slider/scale.ts";

/** A parameter as a card shows it. */
export interface ShownParam {
  readonly spec: ParamSpec;
  /** What is in force: the given value, or the default. */
  readonly value: Json;
  /** Given, and not the default. */
  readonly changed: boolean;
  /** The parameter that this one excludes, where there is one: the two can be exchanged. */
  readonly other: ParamSpec | undefined;
}

/** A value in words: numbers with separators, names between commas. */
export function said(value: Json): string {
  if (typeof value === "number") return formatAmount(value);
  if (typeof value === "string") return value;
  return Array.isArray(value) ? value.map(said).join(", ") : JSON.stringify(value);
}

/** A change of a config: the value at a dotted path; undefined removes it. */
export interface ParamEdit {
  readonly path: string;
  readonly value: Json | undefined;
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Everything up to the last dot; empty for a parameter of its own. */
function parentOf(key: string): string {
  return key.slice(0, Math.max(0, key.lastIndexOf(".")));
}

/** True for a parameter that has nothing to say now: the other form of a trigger, the text of another compressor. */
function isHidden(spec: ParamSpec, config: object): boolean {
  if (valueAt(config, spec.key) !== undefined) return false;
  const taken = spec.instead !== undefined && valueAt(config, spec.instead) !== undefined;
  return taken || (spec.default === null && valueAt(config, `${parentOf(spec.key)}.kind`) !== "fixed");
}

/** The parameters of a config that are shown, in their order. */
export function shownParams(specs: readonly ParamSpec[], config: object): ShownParam[] {
  return specs
    .filter((spec) => !isHidden(spec, config))
    .map((spec) => {
      const given = valueAt(config, spec.key) as Json | undefined;
      return {
        spec,
        value: given ?? spec.default,
        changed: given !== undefined && !same(given, spec.default),
        other: specs.find((one) => one.key === spec.instead),
      };
    });
}

/**
 * The edit that gives a parameter a value. A choice of a kind takes its siblings with it, as they belong to the kind
 * that it was.
 */
export function editOf(spec: ParamSpec, value: Json): ParamEdit {
  if (!spec.key.endsWith(".kind")) return { path: spec.key, value };
  return { path: parentOf(spec.key), value: value === "fixed" ? { kind: value, text: "" } : { kind: value } };
}

/** The edit that goes back to the default: an object that would be left empty goes as a whole. */
export function resetOf(spec: ParamSpec, config: object): ParamEdit {
  const parent = parentOf(spec.key);
  const holder = parent === "" ? undefined : valueAt(config, parent);
  const alone = typeof holder === "object" && holder !== null && Object.keys(holder).length <= 1;
  const whole = alone || spec.key.endsWith(".kind");
  return { path: parent !== "" && whole ? parent : spec.key, value: undefined };
}

/** The edit that exchanges a parameter for the one that it excludes. */
export function exchangeFor(other: ParamSpec): ParamEdit {
  const middle = other.slider ? valueAtPlace(PLACES / 2, other.slider) : (other.min ?? 0);
  const value = other.default ?? middle;
  // Beside one another, setting the one takes the other out.
  if (parentOf(other.key) === "") return { path: other.key, value };
  const name = other.key.slice(parentOf(other.key).length + 1);
  return { path: parentOf(other.key), value: { [name]: value } };
}

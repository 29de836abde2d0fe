import type { Json } from "../model/json.ts";
import type { Part } from "../model/part.ts";
import {
  MAX_SENSITIVE_PLACES,
  SENSITIVE_KINDS,
  type SensitiveFinding,
  type SensitiveKind,
  type SensitivePlace,
} from "../model/sensitive.ts";
import type { SensitiveHit } from "./sensitive-text.ts";
import { SensitiveWalk } from "./sensitive-walk.ts";

/** So many different values are remembered, to tell what stands in no message; each is cut to so many units. */
const MAX_VALUES = 200_000;
const VALUE_UNITS = 120;
/** So many sightings outside of messages are held until all messages are known. */
const MAX_OUTSIDE = 50_000;

interface SeenPlace<Where> {
  readonly where: Where;
  readonly field: string;
  count: number;
}

/** One sort of thing that was seen; `Where` is whatever the caller knows a message by. */
interface Seen<Where> {
  readonly kind: SensitiveKind;
  readonly what: string;
  count: number;
  readonly places: Map<string, SeenPlace<Where>>;
  more: number;
}

/** A place outside of messages. */
interface OnLine {
  readonly line: number;
  readonly offset: number;
  readonly bytes: number;
}

function lineOf({ line, offset, bytes }: OnLine): OnLine {
  return { line, offset, bytes };
}

function newlySeen<Where>(kind: SensitiveKind, what: string): Seen<Where> {
  return { kind, what, count: 0, places: new Map<string, SeenPlace<Where>>(), more: 0 };
}

interface Outside {
  readonly hit: SensitiveHit;
  readonly place: OnLine;
  readonly field: string;
}

/**
 * Looks for secrets and personal data while a transcript is read, and remembers where they were seen: in messages by
 * `Where`, else by the line of the file. What was seen is forgotten with the scan.
 */
export class SensitiveScan<Where extends string | number> {
  readonly #seen = new Map<string, Seen<Where | OnLine>>();
  readonly #walk = new SensitiveWalk();
  readonly #values = new Set<string>();
  readonly #outside: Outside[] = [];

  /** The parts of a message. */
  parts(parts: readonly Part[], where: Where): void {
    this.#walk.parts(parts, (hit, field) => {
      if (this.#values.size < MAX_VALUES) this.#values.add(hit.value.slice(0, VALUE_UNITS));
      this.#add(hit, String(where), where, field);
    });
  }

  /** A record of the file, parsed: what is in it beside messages counts, too. */
  record(value: unknown, place: OnLine): void {
    this.#walk.value(value as Json, (hit, field) => {
      const open = this.#outside.length < MAX_OUTSIDE;
      if (open && !this.#isInMessage(hit)) this.#outside.push({ hit, place, field });
    });
  }

  /** The messages that findings will list as places. */
  listed(): Set<Where> {
    const all = [...this.#seen.values()].flatMap(({ places }) => [...places.values()]);
    return new Set(all.flatMap(({ where }) => (typeof where === "object" ? [] : [where])));
  }

  /** What was seen. `placeOf` tells the thread and the index of a message; undefined leaves the place out. */
  findings(
    placeOf: (where: Where) => { readonly thread: string; readonly message: number } | undefined,
  ): SensitiveFinding[] {
    for (const { hit, place, field } of this.#outside.splice(0))
      if (!this.#isInMessage(hit)) this.#add(hit, `line ${place.line}`, lineOf(place), field);
    const order = Object.keys(SENSITIVE_KINDS);
    return [...this.#seen.values()]
      .toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || b.count - a.count)
      .map(({ kind, what, count, places, more }) => {
        const listed = [...places.values()].flatMap((place): SensitivePlace[] => {
          const { where, field, count: times } = place;
          if (typeof where === "object") return [{ ...where, field, count: times }];
          const found = placeOf(where);
          return found ? [{ ...found, field, count: times }] : [];
        });
        return { kind, what, count, places: listed, morePlaces: more };
      });
  }

  #isInMessage({ value }: SensitiveHit): boolean {
    return this.#values.has(value.slice(0, VALUE_UNITS));
  }

  #add({ kind, what }: SensitiveHit, name: string, where: Where | OnLine, field: string): void {
    const sort = `${kind} ${what}`;
    const seen = this.#seen.get(sort) ?? newlySeen<Where | OnLine>(kind, what);
    this.#seen.set(sort, seen);
    seen.count++;
    const key = `${name} ${field}`;
    const place = seen.places.get(key);
    if (place) place.count++;
    else if (seen.places.size < MAX_SENSITIVE_PLACES) seen.places.set(key, { where, field, count: 1 });
    else seen.more++;
  }
}

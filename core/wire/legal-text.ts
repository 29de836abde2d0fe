import { sha256Hex } from "../lib/sha256.ts";

/** What a provider allows in a tool's name or a call's id. */
export interface TextRule {
  /** What a whole text must match. */
  readonly legal: RegExp;
  /** Most characters. */
  readonly length: number;
  /** What a stand-in begins with when nothing legal is left of the text. */
  readonly empty: string;
}

const HASH_DIGITS = 8;

/** What is legal everywhere of a text, and a hash that tells it from all others. */
function standIn(text: string, key: string, { length, empty }: TextRule): string {
  const slug = text
    .slice(0, 2 * length)
    .replace(/[^A-Za-z0-9_-]+/g, "_")
    .replace(/^[^A-Za-z_]+/, "")
    .slice(0, length - HASH_DIGITS - 1);
  const head = /[A-Za-z0-9]/.test(slug) ? slug : empty;
  return `${head}_${sha256Hex(key).slice(0, HASH_DIGITS)}`;
}

/**
 * Hands out legal texts, none of them twice: a text that is legal and free stays as it is, another gets a stand-in
 * that depends on it alone, so that it is the same in every request.
 */
export class LegalTexts {
  private readonly rule: TextRule;
  private readonly taken = new Set<string>();
  private readonly known = new Map<string, string>();

  constructor(rule: TextRule) {
    this.rule = rule;
  }

  /** A legal text that no other case has. `key` tells this case from others of the same text. */
  fresh(text: string, key: string): string {
    const { legal, length } = this.rule;
    let given = text.length <= length && legal.test(text) ? text : standIn(text, key, this.rule);
    for (let more = 1; this.taken.has(given); more++) given = standIn(text, `${more} ${key}`, this.rule);
    this.taken.add(given);
    return given;
  }

  /** The legal text of a text: the same whenever it comes again. */
  of(text: string): string {
    const given = this.known.get(text) ?? this.fresh(text, text);
    this.known.set(text, given);
    return given;
  }
}

import { isNoValue } from "./credential-names.ts";

/** A value that was given to a name which says that it is a credential. */
export interface GivenValue {
  readonly value: string;
  readonly name: string;
  /** The words of the name that say what it is. */
  readonly words: string;
  /** `PASSWORD=…`, `--password=…`, `?token=…`: what follows is the value itself, and no expression of a program. */
  readonly plain: boolean;
  readonly quoted: boolean;
}

/** Words that stand where a value would, and say what is to come. */
const KIND_OF_VALUE =
  /^(?:string|number|boolean|object|secret|password|hidden|required|optional|missing|invalid|unknown|default|changeme|example|placeholder|disabled|enabled)$/i;
const PLACEHOLDER = /^(?:your|my|some|the|insert|enter)[-_ ]|\.{3}|…|x{4,}|\*{3}/i;
/** What is put together when a program runs. */
const FILLED_IN = /\$\{|\{\{|#\{|%[sd(]|\$[A-Za-z_(]/;
const PATH = /^(?:~|\.{1,2})?[\\/][\w.-]+[\\/]|^[A-Za-z]:[\\/]|^\w+:\/\//;
/** An expression of a program: `args.password`, `parser::next`. */
const LOOKED_UP = /^[A-Za-z_$][\w$]*(?:(?:\?\.|\.|::|->)[A-Za-z_$][\w$]*)+$/;
const ALGORITHM = /^(?:u?int|float|sha|md|utf|base|varchar|char|bytes?|hs|rs|es|aes|ed)[-_]?\d+$/i;
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** Whether a value is a mark for another, whoever it is given to: `<your key>`, `$TOKEN`, `changeme`. */
export function standsForAnother(value: string): boolean {
  return isNoValue(value) || PLACEHOLDER.test(value) || FILLED_IN.test(value);
}

/** A variable is often named for what it holds: `password = user_password`. */
function isNamedAlike({ value, words }: GivenValue): boolean {
  const last = words.split(/[-_]/).at(-1) ?? words;
  return IDENTIFIER.test(value) && value.toLowerCase().replaceAll("_", "").includes(last);
}

/** Whether letters and other signs are mixed as in what nobody is to guess. */
export function isMixed(value: string, words: string): boolean {
  if (!/[A-Za-z]/.test(value) || !/[\d!@#%^*+~?]/.test(value) || ALGORITHM.test(value)) return false;
  if (/^pass|pwd$/.test(words)) return true;
  if (value.length < 8 || /^[A-Za-z_]+\d{1,2}$/.test(value)) return false;
  // A name of a program may have a digit in it: `Uint8Array`.
  return !IDENTIFIER.test(value) || value.replace(/\D/g, "").length > 1;
}

/** Whether a value is the credential that its name says, and not a word, a path or an expression about one. */
export function isLikelySecret(given: GivenValue): boolean {
  const { value, name, words, plain, quoted } = given;
  if (standsForAnother(value) || KIND_OF_VALUE.test(value) || PATH.test(value) || value === name)
    return false;
  const alike = isNamedAlike(given);
  if (plain && !quoted) return !LOOKED_UP.test(value) && !(alike && !/\d/.test(value));
  if (alike) return false;
  return quoted ? !/\s/.test(value) : !LOOKED_UP.test(value) && isMixed(value, words);
}

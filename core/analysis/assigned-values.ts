import { credentialWords, LONGEST_NAME } from "./credential-names.ts";
import { isLikelySecret, isMixed, standsForAnother } from "./likely-secret.ts";

/** A range of UTF-16 units of a text: [from, to). */
export interface ValueRange {
  readonly from: number;
  readonly to: number;
}

/** The end of a name that may be a credential's, and the sign that gives it a value. */
const GIVEN =
  /(?<end>passw(?:or)?d|passphrase|pwd|secret|key|token|authorization|cookie)(?:["']\]?)?(?::[ \t]?(?:string|str|String))?(?:[ \t]{0,16}(?<sign>:=|=>|=(?![=>~])|:(?![:=]))[ \t]{0,16}|(?<tag>>)(?=[^<>\s]{6,500}<\/))/gi;
/** An option of a command and a space. */
const OPTION = /--(?:[a-z]+-)?(?<words>password|passphrase|secret|token|api-?key)[ \t]+/g;
/** What is known by its place: `curl -u name:…`, a line of a file of logins. */
const PLACED =
  /\bcurl\b[^\n|;]{0,300}?[ \t](?:-u|--user)[ =]["']?[\w.@+-]{1,60}:|\blogin[ \t]+\S{1,100}[ \t]+password[ \t]+/g;

const QUOTED = /(["'`])((?:(?!\1)[^\\\n]|\\.){1,500})\1/y;
const BARE = /[^\s"'`,;&|<>(){}[\]\\]{1,500}/y;
/** What is given to a variable of an environment goes on to the next space. */
const WORD = /[^\s"'`\\]{1,500}/y;
const HEADER = /(?:(?:basic|bearer|token|digest|apikey|negotiate)[ \t]+)?[^\s"'`,;\\]{6,4000}/iy;
const COOKIES = /[\w.%-]{1,100}=[^\s;"'`\\]{6,4000}(?:;[ \t]*[^\s;"'`\\]{1,4000})*/y;

function matched(sticky: RegExp, text: string, at: number): RegExpExecArray | null {
  sticky.lastIndex = at;
  return sticky.exec(text);
}

/** The whole name that ends at a place. */
function nameBefore(text: string, end: number): string {
  let from = end;
  while (from > 0 && end - from <= LONGEST_NAME && /[\w-]/.test(text.charAt(from - 1))) from--;
  return text.slice(from, end);
}

/** A name with what says of what it is given. */
interface Name {
  readonly name: string;
  readonly words: string;
  readonly plain: boolean;
  /** Its value goes on to the next space. */
  readonly isVariable: boolean;
}

/** True for a call, an index or a part of a value: what came before is a program's name. */
function goesOn(text: string, at: number, plain: boolean): boolean {
  if (plain) return text.charAt(at) === "(";
  return /[([<{]/.test(text.charAt(at)) || /^[.?]\w/.test(text.slice(at, at + 2));
}

function quotedAt(text: string, at: number, given: Name): ValueRange | undefined {
  const value = matched(QUOTED, text, at)?.[2];
  if (value === undefined || !isLikelySecret({ ...given, value, quoted: true })) return undefined;
  return { from: at + 1, to: at + 1 + value.length };
}

function bareAt(text: string, at: number, given: Name): ValueRange | undefined {
  const found = matched(given.isVariable ? WORD : BARE, text, at)?.[0] ?? "";
  const isProgram = given.isVariable ? /^[\w.]+\(/.test(found) : goesOn(text, at + found.length, given.plain);
  // A sentence goes on with a comma or ends with a full stop.
  const value = given.plain ? found : found.replace(/[.:!?]+$/, "");
  if (isProgram || !isLikelySecret({ ...given, value, quoted: false })) return undefined;
  return { from: at, to: at + value.length };
}

/** What a header carries, with the scheme before it; undefined for a sentence, and for a variable. */
function headerAt(text: string, at: number, words: string): ValueRange | undefined {
  const isCookie = words.endsWith("cookie");
  const found = matched(isCookie ? COOKIES : HEADER, text, at)?.[0] ?? "";
  const carried = isCookie ? found : (found.split(/[ \t]+/).at(-1) ?? "");
  if (standsForAnother(carried) || !/\d|[a-z][A-Z]|[A-Z]{2}[a-z]|=$/.test(carried)) return undefined;
  return { from: at, to: at + found.length };
}

/** What a name is and how it is given its value; undefined where it names no credential. */
function nameOf(text: string, end: number, sign: string): Name | undefined {
  const whole = nameBefore(text, end);
  const name = whole.replace(/^-+/, "");
  const before = text.charAt(end - whole.length - 1);
  const isParameter = (before === "?" || before === "&") && sign === "=";
  const isOption = whole.startsWith("--") && sign === "=";
  const words = credentialWords(name) ?? ownWord(name, isParameter || isOption);
  if (words === undefined) return undefined;
  const isVariable = sign === "=" && /^[A-Z][A-Z0-9_]*$/.test(name);
  const isGiven = (isParameter || isOption) && words !== "key";
  return { name, words, plain: isVariable || isGiven || sign === ">", isVariable };
}

/** A word that names a credential only in an address or as an option of a command. */
function ownWord(name: string, isGiven: boolean): string | undefined {
  return isGiven && /^(?:token|key)$/i.test(name) ? name.toLowerCase() : undefined;
}

function givenAt(text: string, found: RegExpExecArray): ValueRange | undefined {
  const { end = "", sign, tag } = found.groups ?? {};
  const at = found.index + found[0].length;
  // Spaces around the sign are a program's, or a file's of settings: never a shell's.
  const tight = sign === "=" && found[0].endsWith("=") && !/\s/.test(found[0]) ? "=" : `${sign} `;
  const name = nameOf(text, found.index + end.length, tag ?? tight);
  if (!name) return undefined;
  if (/authorization$|cookie$/.test(name.words))
    return sign === ":" ? headerAt(text, at, name.words) : undefined;
  return quotedAt(text, at, name) ?? bareAt(text, at, name);
}

function afterOption(text: string, found: RegExpExecArray): ValueRange | undefined {
  const at = found.index + found[0].length;
  const words = found.groups?.["words"] ?? "";
  const given = { name: words, words, plain: false, isVariable: false };
  const value = matched(BARE, text, at)?.[0] ?? "";
  if (!isMixed(value, words)) return quotedAt(text, at, given);
  return bareAt(text, at, given);
}

function placedAt(text: string, found: RegExpExecArray): ValueRange | undefined {
  const at = found.index + found[0].length;
  const value = matched(BARE, text, at)?.[0] ?? "";
  return standsForAnother(value) ? undefined : { from: at, to: at + value.length };
}

function all(
  text: string,
  pattern: RegExp,
  valueOf: (text: string, found: RegExpExecArray) => ValueRange | undefined,
): ValueRange[] {
  return [...text.matchAll(pattern)].flatMap((found) => valueOf(text, found) ?? []);
}

/**
 * The values that a text gives to names of credentials outside of JSON: in settings, commands, programs, headers and
 * addresses. A value that is a word, a path, a variable or a call is none. Cost: one look at the text.
 */
export function assignedValues(text: string): readonly ValueRange[] {
  return [...all(text, GIVEN, givenAt), ...all(text, OPTION, afterOption), ...all(text, PLACED, placedAt)];
}

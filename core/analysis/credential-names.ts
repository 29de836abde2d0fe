/** Names whose value is a credential as they stand, whatever it looks like. */
const EXACT =
  /^(?:(?:proxy-)?authorization|(?:set-)?cookie|(?:x-)?(?:goog-)?api[-_]?key|(?:client|app)[-_]?secret|(?:access|refresh|id|session|auth|bearer)[-_]?token|password|passwd|secret[-_]?(?:access[-_]?)?key|private[-_]?key)$/i;

/** The words that a name ends in when its value opens a door: `db_password`, `openaiApiKey`, `STRIPE_SECRET`. */
const LAST_WORDS =
  /(?:^|_)(?:password|passwd|passphrase|pwd|pgpassword|secret|(?:api|access|secret|private|account|encryption|signing)_?key|(?:access|auth|refresh|id|session|bearer|api|bot|security|personal|deploy)_?token)$/;
/** A variable of an environment may be named for its token alone: `GITHUB_TOKEN`. */
const VARIABLE = /^[A-Z][A-Z0-9_]*TOKEN$/;
/** Tokens of a text or of a list that goes on, which are no keys. */
const OTHER_TOKEN =
  /(?:^|_)(?:next|page|continuation|pad|eos|bos|unk|mask|sep|cls|start|end|stop|special)_?token$/;

/** In every name of a credential: most names are looked at no further. */
const MAYBE = /pass|pwd|secret|key|token|authorization|cookie/i;
/** No longer name is looked at, in UTF-16 units. */
export const LONGEST_NAME = 60;

/** A name in small letters with one sign between its words: `openaiApiKey` and `OPENAI-API-KEY` are `openai_api_key`. */
function inWords(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[-.]/g, "_")
    .toLowerCase();
}

/**
 * What a name of a field, a variable or a header says its value is: the words of the name that say it, or undefined
 * where it names no credential.
 */
export function credentialWords(name: string): string | undefined {
  if (name.length > LONGEST_NAME || !MAYBE.test(name)) return undefined;
  if (EXACT.test(name)) return name.toLowerCase();
  const words = inWords(name);
  if (OTHER_TOKEN.test(words)) return undefined;
  if (VARIABLE.test(name)) return "token";
  return LAST_WORDS.exec(words)?.[0].replace(/^_/, "");
}

/** Values that stand for one that was taken out, or that a program fills in. */
const NO_VALUE = /^(?:[<$%{[*].*|x{3,}|.*redacted.*|null|none|undefined|true|false)$/i;
/** The name of a variable that holds it: `OPENAI_API_KEY`. */
const VARIABLE_NAME = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_(?:KEY|TOKEN|SECRET|PASSWORD)$/;

/** Whether a value is a mark for one that is not there: `$TOKEN`, `<your key>`, `[credential masked]`, `null`. */
export function isNoValue(value: string): boolean {
  return value.length < 6 || NO_VALUE.test(value.slice(0, 200)) || VARIABLE_NAME.test(value.slice(0, 200));
}

/**
 * Whether a field holds a credential. The well-known names hold one whatever it looks like; a name that only ends like
 * one may as well be a heading over words about it.
 */
export function isCredential(name: string, value: string): boolean {
  if (isNoValue(value) || credentialWords(name) === undefined) return false;
  return EXACT.test(name) || !/\s/.test(value);
}

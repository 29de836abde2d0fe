/** What kinds of secrets and personal data are looked for, with their names for people. */
export const SENSITIVE_KINDS = {
  "api-key": "API keys",
  token: "Tokens",
  "private-key": "Private keys",
  credential: "Fields that hold credentials",
  email: "E-mail addresses",
  "home-path": "Home folders",
  account: "Account ids",
} as const;

/** A kind of secret or personal data. */
export type SensitiveKind = keyof typeof SENSITIVE_KINDS;

/** How many places of one finding a report lists. */
export const MAX_SENSITIVE_PLACES = 50;

/**
 * Where something was seen, never what: a field of a message (index from 0), or of a record of the file where it is in
 * no message: its line from 1, its byte offset from 0 and its length in bytes.
 */
export type SensitivePlace =
  | { readonly thread: string; readonly message: number; readonly field: string; readonly count: number }
  | {
      readonly line: number;
      readonly offset: number;
      readonly bytes: number;
      readonly field: string;
      readonly count: number;
    };

/** One sort of thing that was seen: how often, and where first. */
export interface SensitiveFinding {
  readonly kind: SensitiveKind;
  /** For people: `Anthropic API key`. */
  readonly what: string;
  readonly count: number;
  /** At most `MAX_SENSITIVE_PLACES`. */
  readonly places: readonly SensitivePlace[];
  /** How many places are not listed. */
  readonly morePlaces: number;
}

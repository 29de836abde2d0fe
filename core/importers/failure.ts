/** Why a file could not be imported at all. */
export type FailureCode =
  | "empty"
  | "binary"
  | "not-json"
  | "truncated"
  | "too-large"
  | "unknown-format"
  | "no-messages";

/** A file that gives no thread. The message is for people: what is wrong, where, and what to do. */
export class ImportFailure extends Error {
  override readonly name = "ImportFailure";
  readonly code: FailureCode;

  constructor(code: FailureCode, message: string) {
    super(message);
    this.code = code;
  }
}

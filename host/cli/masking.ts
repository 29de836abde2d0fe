import { maskJson } from "../../core/analysis/mask-secrets.ts";
import type { Masked } from "../../core/analysis/mask-text.ts";
import type { Json } from "../../core/model/json.ts";
import { note, some } from "./output.ts";

/** What every command takes that prints something of a transcript. */
export interface MaskArguments {
  readonly unmasked?: true;
}

/** The option of such a command. */
export const UNMASKED = ["--unmasked", "print secrets as they were recorded"] as const;

/**
 * What leaves by a command: without the secrets that were recognised in it, unless they are asked for by name. Says on
 * standard error how many there were.
 */
export function leaving<T>(recorded: T, { value, count }: Masked<T>, { unmasked }: MaskArguments): T {
  if (count === 0) return recorded;
  const secrets = `${some(count, "secret")} known by form or name`;
  note(
    unmasked
      ? `${secrets} shown, as --unmasked asks`
      : `${secrets} masked; --unmasked prints what was recorded`,
  );
  return unmasked ? recorded : value;
}

/** A JSON document as it leaves by a command. `halves` are what is left of secrets that a policy cut through. */
export function leavingJson<T>(document: T, given: MaskArguments, halves: readonly string[] = []): T {
  return leaving(document, maskJson(document as Json, halves) as Masked<T>, given);
}

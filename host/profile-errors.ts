import type { ProfileError } from "../core/model/problem.ts";

/** The errors of a profile in one line: policy, parameter, reason, and the nearest known name. */
export function profileErrors(errors: readonly ProfileError[]): string {
  const said = errors.map(({ policy, param, reason, nearest }) => {
    const where = param ? `${policy}.${param}` : policy;
    return `${where}: ${reason}${nearest ? ` (did you mean ${nearest}?)` : ""}`;
  });
  return `The profile has ${errors.length === 1 ? "an error" : `${errors.length} errors`}: ${said.join("; ")}`;
}

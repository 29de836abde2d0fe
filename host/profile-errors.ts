import type { ProfileError } from "../core/model/problem.ts";

/** The errors of a profile in one line: policy, parameter and reason. */
export function profileErrors(errors: readonly ProfileError[]): string {
  const said = errors.map(({ policy, param, reason }) => {
    const where = param ? `${policy}.${param}` : policy;
    return `${where}: ${reason}`;
  });
  return `The profile has ${errors.length === 1 ? "an error" : `${errors.length} errors`}: ${said.join("; ")}`;
}

import type { DeadSetting, ProfileError, ProfileProblems } from "../../../core/model/problem.ts";

/** An error or a dead setting, told apart. */
export type Problem =
  | ({ readonly level: "error" } & ProfileError)
  | ({ readonly level: "dead" } & DeadSetting);

/**
 * All that is wrong with a profile: what its own check says at once, and what the run knew of the transcript, where
 * the run is of this very profile. Each thing once.
 */
export function allProblems(own: ProfileProblems, ofRun: ProfileProblems | undefined): Problem[] {
  const found = new Map<string, Problem>();
  const add = (problem: Problem) => {
    const key = `${problem.policy}\n${problem.param}\n${problem.reason}`;
    if (!found.has(key)) found.set(key, problem);
  };
  for (const error of own.errors) add({ level: "error", ...error });
  for (const dead of own.dead) add({ level: "dead", ...dead });
  for (const dead of ofRun?.dead ?? []) add({ level: "dead", ...dead });
  return [...found.values()];
}

/** A key that tells problems apart. */
export function problemKey(problem: Problem): string {
  return `${problem.level}/${problem.policy}/${problem.param}/${problem.reason}`;
}

/** The problems of one parameter of a policy, or of the profile itself. */
export function problemsOf(problems: readonly Problem[], policy: string, param: string): Problem[] {
  return problems.filter((problem) => problem.policy === policy && problem.param === param);
}

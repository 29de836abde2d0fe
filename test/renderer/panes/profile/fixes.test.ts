import { describe, expect, it } from "vitest";
import type { ProfileInput } from "../../../../core/model/profile.ts";
import { checkProfile } from "../../../../core/policies/check.ts";
import { fixOf } from "../../../../renderer/panes/profile/fixes.ts";
import { allProblems, type Problem, problemsOf } from "../../../../renderer/panes/profile/problems.ts";

const none = { errors: [], dead: [] };
const check = (input: object): Problem[] => allProblems(checkProfile(input).problems, undefined);

/** Applies the fix of the first problem and gives what is then wrong. */
function mended(input: object): {
  readonly label: string;
  readonly profile: ProfileInput;
  readonly left: Problem[];
} {
  const problem = check(input)[0];
  const fix = problem && fixOf(problem);
  if (!fix) throw new Error(`no fix of ${JSON.stringify(problem)}`);
  const profile = fix.apply(input as ProfileInput);
  return { label: fix.label, profile, left: check(profile) };
}

describe("fixOf", () => {
  it("brings a value that is out of range into it", () => {
    const { label, profile, left } = mended({ policies: [{ kind: "offload", thresholdTokens: 5 }] });
    expect(label).toBe("Set thresholdTokens to 1,000");
    expect(profile.policies).toEqual([{ kind: "offload", thresholdTokens: 1000 }]);
    expect(left.filter((problem) => problem.level === "error")).toEqual([]);
  });

  it("sets a dead setting to the value from which it acts", () => {
    const input = { policies: [{ kind: "summarize", trigger: { messages: 10 }, keepRecent: 30 }] };
    expect(check(input)[0]).toMatchObject({ level: "dead", param: "keepRecent", liveFrom: 9 });
    expect(mended(input).profile.policies[0]).toMatchObject({ keepRecent: 9 });
    expect(mended(input).left).toEqual([]);
  });

  it("renames a misspelt key in its place, at any depth", () => {
    const { label, profile, left } = mended({ policies: [{ kind: "spill", hedBytes: 9, tailBytes: 1 }] });
    expect(label).toBe("Rename to headBytes");
    expect(JSON.stringify(profile.policies)).toBe('[{"kind":"spill","headBytes":9,"tailBytes":1}]');
    expect(left).toEqual([]);
    const deep = mended({ policies: [{ kind: "summarize", trigger: { tokns: 500_000 } }] });
    expect(JSON.stringify(deep.profile.policies)).toBe('[{"kind":"summarize","trigger":{"tokens":500000}}]');
  });

  it("mends a misspelt kind and a misspelt setting of the profile", () => {
    expect(mended({ policies: [{ kind: "ofload" }] }).profile.policies).toEqual([{ kind: "offload" }]);
    const own = mended({ contextWindw: 9, policies: [] });
    expect(own.profile).toEqual({ contextWindow: 9, policies: [] });
  });

  it("takes the second of two of a kind out", () => {
    const { label, profile } = mended({ policies: [{ kind: "spill", headBytes: 1 }, { kind: "spill" }] });
    expect(label).toBe("Take spill out");
    expect(profile.policies).toEqual([{ kind: "spill", headBytes: 1 }]);
  });

  it("has no fix where only a person can know, and never looks a key up on a prototype", () => {
    expect(fixOf({ level: "error", policy: "profile", param: "policies", reason: "x" })).toBeUndefined();
    const odd = JSON.parse('{"policies":[{"kind":"spill","__proto__":1,"constructor":2}]}') as object;
    for (const problem of check(odd)) expect(() => fixOf(problem)?.apply(odd as ProfileInput)).not.toThrow();
  });
});

describe("allProblems", () => {
  it("names each thing once, errors first, and adds what the run knew of the transcript", () => {
    const dead = { policy: "spill", param: "spillBytes", reason: "nothing is over it", liveFrom: 8 };
    const error = { policy: "offload", param: "maxTotalBytes", reason: "below" };
    const problems = allProblems({ errors: [error], dead: [dead] }, { errors: [], dead: [dead] });
    expect(problems).toEqual([
      { level: "error", ...error },
      { level: "dead", ...dead },
    ]);
    expect(allProblems(none, { errors: [], dead: [dead] })).toHaveLength(1);
    expect(problemsOf(problems, "spill", "spillBytes")).toHaveLength(1);
    expect(problemsOf(problems, "offload", "spillBytes")).toEqual([]);
  });
});

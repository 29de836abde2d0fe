import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { locate } from "../../../../renderer/panes/profile/json-locate.ts";
import { problemPaths } from "../../../../renderer/panes/profile/json-pane.tsx";
import { profileText } from "../../../../renderer/data/profile-file.ts";
import { parseProfile, textFor } from "../../../../renderer/panes/profile/json-sync.ts";

const profile = { name: "p", policies: [{ kind: "offload", thresholdTokens: 5000 }] } as const;

describe("the JSON text of a profile", () => {
  it("reads back what it writes", () => {
    expect(parseProfile(profileText(profile))).toEqual({ profile });
  });

  it("stays as it was typed for as long as it says the same", () => {
    const typed = '{"name":"p",   "policies":[{"kind":"offload","thresholdTokens":5000}]}';
    expect(textFor(profile, typed)).toBe(typed);
    const other = { ...profile, name: "q" };
    expect(textFor(other, typed)).toBe(profileText(other));
    expect(textFor(profile, "{ not yet")).toBe(profileText(profile));
  });

  it.each([
    ["{", "no valid JSON"],
    ["[]", "an object"],
    ["null", "an object"],
    ['{"name":"x"}', "policies"],
    ['{"policies":{}}', "policies"],
    ['{"policies":[1]}', "policies"],
    ['{"policies":[null]}', "policies"],
  ])("says why %s cannot be shown", (typed, why) => {
    const read = parseProfile(typed);
    expect("error" in read ? read.error : "none").toContain(why);
  });
});

describe("locate", () => {
  const text = '{\n  "a": [1, {"b": "x, ]}"}, true],\n  "c": {"d": -1.5e3}\n}';
  const at = (path: (string | number)[]) => {
    const place = locate(text, path);
    return place && text.slice(place.start, place.end);
  };

  it("finds values at any depth, whatever their strings hold", () => {
    expect(at(["a", 0])).toBe("1");
    expect(at(["a", 1, "b"])).toBe('"x, ]}"');
    expect(at(["a", 2])).toBe("true");
    expect(at(["c", "d"])).toBe("-1.5e3");
    expect(at([])).toBe(text);
    expect(at(["a", 9])).toBeUndefined();
    expect(at(["constructor"])).toBeUndefined();
  });

  it("finds every value of any JSON, and ends on what is none", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 3 })),
        (value) => {
          const written = JSON.stringify(value, null, 1);
          for (const [key, items] of Object.entries(value)) {
            items.forEach((item, index) => {
              const place = locate(written, [key, index]);
              const found: unknown = place && JSON.parse(written.slice(place.start, place.end));
              expect(JSON.stringify(found)).toBe(JSON.stringify(item));
            });
          }
        },
      ),
    );
    for (const bad of ["", "{", '{"a"', "[,]", "}", "x", "[".repeat(100_000)]) {
      expect(() => locate(bad, ["a"])).not.toThrow();
    }
  });

  it("marks the policy's kind where the setting itself is left out", () => {
    const dead = { level: "dead", policy: "offload", param: "tailLines", reason: "x" } as const;
    expect(problemPaths(profile, dead)).toEqual([
      ["policies", 0, "tailLines"],
      ["policies", 0, "kind"],
    ]);
  });
});

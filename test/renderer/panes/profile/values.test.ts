import { describe, expect, it } from "vitest";
import { POLICY_KINDS, POLICY_SPECS, withParam } from "../../../../core/policies/parameters.ts";
import { editOf, exchangeFor, resetOf, shownParams } from "../../../../renderer/panes/profile/values.ts";

const params = POLICY_SPECS.summarize.params;
const keys = (config: object) => shownParams(params, config).map((shown) => shown.spec.key);
const spec = (key: string) => {
  const found = params.find((one) => one.key === key);
  if (!found) throw new Error(key);
  return found;
};

describe("shownParams", () => {
  it("shows the defaults of a policy that gives nothing, none of them changed", () => {
    for (const kind of POLICY_KINDS) {
      for (const shown of shownParams(POLICY_SPECS[kind].params, { kind })) {
        expect(shown.changed).toBe(false);
        expect(shown.value).toEqual(shown.spec.default);
      }
    }
  });

  it("shows one form of the trigger at a time, and knows the other", () => {
    expect(keys({})).toContain("trigger.tokens");
    expect(keys({})).not.toContain("trigger.messages");
    const given = keys({ trigger: { messages: 40 } });
    expect(given).toContain("trigger.messages");
    expect(given).not.toContain("trigger.tokens");
    const [shown] = shownParams(params, { trigger: { messages: 40 } });
    expect(shown).toMatchObject({ value: 40, changed: true, other: { key: "trigger.tokens" } });
  });

  it("shows both forms where both are given, so that one can be taken out", () => {
    const both = keys({ trigger: { messages: 40, tokens: 9 } });
    expect(both).toEqual(expect.arrayContaining(["trigger.tokens", "trigger.messages"]));
  });

  it("shows the fixed compressor's text only for the fixed compressor", () => {
    expect(keys({})).not.toContain("compressor.text");
    expect(keys({ compressor: { kind: "fixed" } })).toContain("compressor.text");
  });

  it("does not call a value changed that is the default", () => {
    const shown = shownParams(params, { keepRecent: 20 }).find((one) => one.spec.key === "keepRecent");
    expect(shown).toMatchObject({ value: 20, changed: false });
  });
});

describe("edits", () => {
  it("sets a value at its own path", () => {
    expect(editOf(spec("keepRecent"), 5)).toEqual({ path: "keepRecent", value: 5 });
    expect(editOf(spec("trigger.tokens"), 5)).toEqual({ path: "trigger.tokens", value: 5 });
  });

  it("changes a kind as a whole, so that no text of another kind stays behind", () => {
    expect(editOf(spec("compressor.kind"), "recorded")).toEqual({
      path: "compressor",
      value: { kind: "recorded" },
    });
    expect(editOf(spec("compressor.kind"), "fixed")).toEqual({
      path: "compressor",
      value: { kind: "fixed", text: "" },
    });
  });

  it("goes back to the default without leaving an empty object", () => {
    expect(resetOf(spec("keepRecent"), { keepRecent: 3 })).toEqual({ path: "keepRecent", value: undefined });
    expect(resetOf(spec("trigger.tokens"), { trigger: { tokens: 3 } })).toEqual({
      path: "trigger",
      value: undefined,
    });
    const both = { trigger: { tokens: 3, messages: 4 } };
    expect(resetOf(spec("trigger.tokens"), both)).toEqual({ path: "trigger.tokens", value: undefined });
    expect(resetOf(spec("compressor.kind"), { compressor: { kind: "fixed", text: "x" } })).toEqual({
      path: "compressor",
      value: undefined,
    });
  });

  it("exchanges the trigger's form for the other one, with a value in its range", () => {
    expect(exchangeFor(spec("trigger.tokens"))).toEqual({ path: "trigger", value: { tokens: 100_000 } });
    const { path, value } = exchangeFor(spec("trigger.messages"));
    expect(path).toBe("trigger");
    expect(value).toEqual({ messages: 45 });
  });

  it("exchanges a budget that stands beside its other form", () => {
    const budget = POLICY_SPECS.window.params.find(({ key }) => key === "maxMessages");
    if (!budget) throw new Error("no maxMessages");
    const { path, value } = exchangeFor(budget);
    expect(path).toBe("maxMessages");
    expect(withParam({ kind: "window", maxTokens: 9 }, path, value)).toEqual({
      kind: "window",
      maxMessages: 45,
    });
  });
});

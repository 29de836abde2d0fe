import { expect, test } from "vitest";
import { replay } from "../../../core/engine/replay.ts";
import { requestAt } from "../../../core/engine/request.ts";
import { arrayField } from "../../../core/model/json.ts";
import { checkProfile } from "../../../core/policies/check.ts";
import { recordedOptions } from "../../../core/wire/recorded-model.ts";
import { WIRE_PROVIDERS } from "../../../core/wire/options.ts";
import { toWire } from "../../../core/wire/to-wire.ts";
import { ThreadBuilder } from "../../support/build-thread.ts";

test.each(WIRE_PROVIDERS)(
  "%s: what two steps share is rendered alike, so that a cache finds it",
  (provider) => {
    const builder = new ThreadBuilder({ system: "Be brief." });
    // Every call has the same id, as some servers give them.
    for (let i = 0; i < 6; i++)
      builder.user(`Ask ${i}`).call({ id: "call_0", gives: `r${i}` }, { id: "", gives: "x" });
    const { profile } = checkProfile({ policies: [] });
    if (!profile) throw new Error("the profile is good");
    const run = replay(builder.build(), profile);
    const key = {
      anthropic: "messages",
      "openai-chat": "messages",
      "openai-responses": "input",
      gemini: "contents",
    };
    const rendered = (step: number): string[] =>
      (arrayField(toWire(requestAt(run, step), provider).body, key[provider]) ?? []).map((one) =>
        JSON.stringify(one),
      );
    for (let step = 2; step <= run.stepCount; step++) {
      const before = rendered(step - 1);
      // The last user message may have grown by what followed it.
      expect(rendered(step).slice(0, before.length - 1)).toEqual(before.slice(0, -1));
    }
  },
);

test("the recording says which model to ask and whose signatures are taken", () => {
  const thread = {
    ...new ThreadBuilder().user("Hi").say("a").say("b").say("c").build(),
    meta: [undefined, { model: "claude-opus-5" }, { model: "gpt-5.5" }, {}],
  };
  const claude = recordedOptions(thread, "anthropic", 1);
  expect(claude.model).toBe("claude-opus-5");
  expect(thread.messages.map((one) => claude.ownSignatures?.(one))).toEqual([true, true, false, true]);
  expect(recordedOptions(thread, "anthropic", 2).model).toBeUndefined();
  expect(recordedOptions(thread, "openai-responses", 2).model).toBe("gpt-5.5");
  expect(recordedOptions(thread, "gemini", 2).model).toBeUndefined();
  const without = recordedOptions({ ...thread, meta: [] }, "gemini", 1);
  expect(without.ownSignatures?.(thread.messages[1] as never)).toBe(true);
});

import { expect, test } from "vitest";
import type { WireProvider } from "../../../core/wire/options.ts";
import { WIRE_PROVIDERS } from "../../../core/wire/options.ts";
import { toWire } from "../../../core/wire/to-wire.ts";
import { EXAMPLE } from "../../support/wire/example.ts";
import { refusals } from "../../support/wire/schemas.ts";

/** A body of the example after a change of its JSON. */
function changed(provider: WireProvider, from: string | RegExp, to: string): string[] {
  const json = JSON.stringify(toWire(EXAMPLE, provider, { model: "m" }).body);
  const after = json.replace(from, () => to);
  expect(after).not.toBe(json);
  return refusals(provider, JSON.parse(after));
}

// A test that cannot fail proves nothing: each rule is broken once.
test.each<[WireProvider, string, string | RegExp, string]>([
  ["anthropic", "an id of a result", '"tool_use_id":"call_1"', '"tool_use_id":"call_2"'],
  ["anthropic", "an illegal id", /call_1(?=")/g as never, "call.1"],
  ["anthropic", "a blank text", '"Look at these."', '" "'],
  ["anthropic", "an unknown field", '"is_error"', '"isError"'],
  ["anthropic", "thinking not switched on", '"thinking":{"type":"adaptive"},', ""],
  ["anthropic", "two assistants in a row", '"role":"user"', '"role":"assistant"'],
  ["anthropic", "no max_tokens", '"max_tokens":8192,', ""],
  ["anthropic", "a name twice", /fs_list_[0-9a-f]+(?=","input_schema)/, "read"],
  ["anthropic", "a lone surrogate", "Reading.", "\\ud800"],
  ["openai-chat", "an answer that is missing", /\{"role":"tool"[^}]*\},/, ""],
  ["openai-chat", "an empty assistant", '"content":"Reading.","tool_calls"', '"content":null,"tool_call"'],
  ["openai-chat", "arguments as an object", '"{\\"path\\":\\"a.ts\\"}"', '{"path":"a.ts"}'],
  ["openai-chat", "a schema of no object", '"parameters":{"type":"object"', '"parameters":{"type":"string"'],
  ["openai-responses", "strict", '"strict":false', '"strict":true'],
  ["openai-responses", "an id that comes twice", /call_1_[0-9a-f]{8}/g as never, "call_1"],
  ["openai-responses", "blocks of another API", '"input_text"', '"text"'],
  ["gemini", "an answer's name", /"name":"read","response"/, '"name":"write","response"'],
  ["gemini", "a call without a signature", ',"thoughtSignature":"skip_thought_signature_validator"', ""],
  ["gemini", "an empty text", '"Look at these."', '""'],
  ["gemini", "the model first", '"role":"user"', '"role":"model"'],
])("%s refuses %s", (provider, _, from, to) => {
  expect(changed(provider, from, to)).not.toEqual([]);
});

test.each(WIRE_PROVIDERS)("%s accepts the example", (provider) => {
  expect(refusals(provider, toWire(EXAMPLE, provider).body)).toEqual([]);
});

import type { Message } from "../model/message.ts";
import type { Thread } from "../model/thread.ts";
import type { WireOptions, WireProvider } from "./options.ts";

/** Whose models there are. */
type Family = "anthropic" | "openai" | "gemini";

const FAMILIES: readonly { readonly family: Family; readonly names: RegExp }[] = [
  { family: "anthropic", names: /^claude-/ },
  { family: "openai", names: /^(gpt-|chatgpt-|codex-|o\d)/ },
  { family: "gemini", names: /^gemini-/ },
];

const OF_PROVIDER: { readonly [P in WireProvider]: Family } = {
  anthropic: "anthropic",
  "openai-chat": "openai",
  "openai-responses": "openai",
  gemini: "gemini",
};

function familyOf(model: string): Family | undefined {
  return FAMILIES.find(({ names }) => names.test(model))?.family;
}

/**
 * What a recording says of the models that made it: the model to ask, where the one that was asked is this
 * provider's, and whose signatures are its own. A message of an unknown model is taken for the provider's.
 * `answer` is the index of the message that answered the request.
 */
export function recordedOptions(
  thread: Thread,
  provider: WireProvider,
  answer: number,
): Pick<WireOptions, "model" | "ownSignatures"> {
  const own = OF_PROVIDER[provider];
  const models = new Map<string, string>();
  thread.messages.forEach(({ id }, at) => {
    const model = thread.meta?.[at]?.model;
    if (model !== undefined) models.set(id, model);
  });
  const model = thread.meta?.[answer]?.model;
  const ownSignatures = ({ id }: Message): boolean => {
    const made = models.get(id);
    const family = made === undefined ? undefined : familyOf(made);
    return family === undefined || family === own;
  };
  return { ownSignatures, ...(model !== undefined && familyOf(model) === own ? { model } : {}) };
}

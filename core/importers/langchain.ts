import type { Json } from "../model/json.ts";
import type { Importer } from "./importer.ts";
import { asLangchain } from "./langchain-message.ts";
import { LangchainSession, stateOf } from "./langchain-session.ts";

/** Messages of LangChain in any of its serialisations: a list, one a line, or the state of a LangGraph graph. */
export const langchain: Importer = {
  format: "langchain",
  recognise(records) {
    const messages = records.flatMap(messagesOf);
    const types = messages.map((message) => asLangchain(message)?.type);
    const own = types.filter((type) => type !== undefined).length;
    return own * 2 > messages.length && types.some((type) => type === "human" || type === "ai")
      ? { score: 0.94, because: `${own} of ${messages.length} messages are written as LangChain does` }
      : { score: 0, because: "" };
  },
  open: (sink) => new LangchainSession(sink),
  streams: (path) => path.length === 0 || (path.length === 1 && path[0] === "messages"),
};

/** The first messages of a record. */
function messagesOf(record: unknown): readonly Json[] {
  const state = stateOf(record);
  if (state) return state.messages.slice(0, 50);
  if (!Array.isArray(record)) return [record as Json];
  return (record as readonly Json[])
    .slice(0, 50)
    .flatMap((one) => stateOf(one)?.messages.slice(0, 50) ?? [one]);
}

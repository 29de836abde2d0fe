import type { Json } from "../model/json.ts";
import { field, numberField, stringField } from "../model/json.ts";
import type { ContentPart, Part, ToolCallPart, ToolResultPart } from "../model/part.ts";
import { text } from "../model/part.ts";
import type { Usage } from "../model/usage.ts";
import { asArguments, jsonText } from "./json-text.ts";
import { mediaFromUrl } from "./media.ts";
import type { OpencodeFields } from "./opencode-fields.ts";
import { numberIn, opencodeFields, textIn } from "./opencode-fields.ts";

/** A tool part: the call, its result where there is one, and when the result was taken out of the context. */
export interface OpencodeTool {
  readonly call: ToolCallPart;
  readonly result: ToolResultPart | undefined;
  /** Milliseconds since 1970. */
  readonly compacted: number | undefined;
}

/** Reads a tool part. Throws `BadRecord` when what it was given is nested too deep. */
export function opencodeTool(part: Json): OpencodeTool {
  const { state: held, callID, id, tool } = opencodeFields(part);
  const state = opencodeFields(held);
  const callId = textIn(callID) ?? textIn(id) ?? "";
  const given = asArguments(state.input ?? {});
  return {
    call: { type: "tool-call", callId, name: textIn(tool) ?? "", arguments: given },
    result: resultOf(callId, state),
    compacted: numberIn(opencodeFields(state.time).compacted),
  };
}

function resultOf(callId: string, state: OpencodeFields): ToolResultPart | undefined {
  const { status, error } = state;
  if (status === "error") {
    const said = textIn(error) ?? jsonText(error);
    return { type: "tool-result", callId, isError: true, parts: [text(said)] };
  }
  if (status !== "completed") return undefined;
  const output = state.output ?? "";
  const said = text(typeof output === "string" ? output : jsonText(output));
  const { attachments } = state;
  const parts = Array.isArray(attachments) ? [said, ...attachments.map(opencodeFile)] : [said];
  return { type: "tool-result", callId, isError: false, parts };
}

/** A file part: inline where its address holds it, else a text that names it. */
export function opencodeFile(part: Json): ContentPart {
  const name = stringField(part, "filename");
  return mediaFromUrl(stringField(part, "url") ?? name ?? "", "file", name);
}

/** Text, reasoning or a file as a part of a message; undefined for what is no content. */
export function opencodeContent(part: Json): Part | undefined {
  const { type, text: said, ignored } = opencodeFields(part);
  switch (type) {
    case "text":
      return ignored === true ? undefined : text(textIn(said) ?? "");
    case "reasoning":
      return { type: "thinking", text: textIn(said) ?? "" };
    case "file":
      return opencodeFile(part);
    default:
      return undefined;
  }
}

/** `tokens`: its `input` leaves the cached parts out, ours holds them. All zeros are no report. */
export function opencodeUsage(tokens: Json | undefined): Usage | undefined {
  if (tokens === undefined) return undefined;
  const figure = (key: string) => numberField(tokens, key);
  const cache = field(tokens, "cache");
  const [plain, output, reasoning] = [figure("input"), figure("output"), figure("reasoning")];
  const [cacheRead, cacheWrite] = [numberField(cache, "read"), numberField(cache, "write")];
  const input = plain === undefined ? undefined : plain + (cacheRead ?? 0) + (cacheWrite ?? 0);
  if ((input ?? 0) === 0 && (output ?? 0) === 0) return undefined;
  const known = Object.entries({ input, output, cacheRead, cacheWrite, reasoning }).filter(
    ([, value]) => value !== undefined,
  );
  return { kind: "reported", ...Object.fromEntries(known) };
}

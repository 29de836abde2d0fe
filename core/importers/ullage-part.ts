import type { ContentPart, MediaPart, MediaRef, Part } from "../model/part.ts";
import { text } from "../model/part.ts";
import type { At } from "./checked.ts";
import {
  at,
  isGiven,
  needBoolean,
  needItems,
  needObject,
  needString,
  optionalCount,
  optionalString,
  wrong,
} from "./checked.ts";
import { asArguments, isShallow, MAX_DEPTH } from "./json-text.ts";

/** Told of what was read otherwise than it is written. */
export type Doubt = (what: string) => void;

/** One part of a neutral message. Throws `BadRecord` that names the field. */
export function ullagePart(one: At, doubt: Doubt): Part {
  needObject(one);
  const type = at(one, "type");
  switch (needString(type)) {
    case "tool-call":
      return toolCall(one, doubt);
    case "tool-result":
      return toolResult(one);
    case "thinking":
      return thinking(one);
    default:
      return contentPart(one, "text, media, thinking, tool-call or tool-result");
  }
}

/** Arguments that are nested too deeply are kept as their text. */
function toolCall(one: At, doubt: Doubt): Part {
  const callId = needString(at(one, "callId"));
  const name = needString(at(one, "name"));
  const recorded = at(one, "arguments");
  if (recorded.value === undefined) return wrong(recorded, "a JSON value");
  if (!isShallow(recorded.value))
    doubt(`${recorded.path}: JSON nested more than ${MAX_DEPTH} levels: kept as text`);
  return { type: "tool-call", callId, name, arguments: asArguments(recorded.value) };
}

function toolResult(one: At): Part {
  const parts = needItems(at(one, "parts")).map((part) => contentPart(part, "text or media"));
  const isError = at(one, "isError");
  return {
    type: "tool-result",
    callId: needString(at(one, "callId")),
    isError: isGiven(isError) ? needBoolean(isError) : false,
    parts,
  };
}

function thinking(one: At): Part {
  const signature = optionalString(at(one, "signature"));
  const shown = needString(at(one, "text"));
  if (signature === undefined) return { type: "thinking", text: shown };
  const redacted = at(one, "redacted");
  return {
    type: "thinking",
    text: shown,
    signature,
    ...(isGiven(redacted) && needBoolean(redacted) ? { redacted: true } : {}),
  };
}

function contentPart(one: At, allowed: string): ContentPart {
  needObject(one);
  const type = at(one, "type");
  if (type.value === "text") return text(needString(at(one, "text")));
  if (type.value === "media") return media(one);
  return wrong(type, allowed);
}

function media(one: At): MediaPart {
  const mediaType = needString(at(one, "mediaType"));
  const name = optionalString(at(one, "name"));
  const data = optionalString(at(one, "data"));
  const ref = isGiven(at(one, "ref")) ? mediaRef(at(one, "ref")) : undefined;
  if ((data === undefined) === (ref === undefined))
    return wrong(at(one, "data"), "one of data (base64) and ref");
  return {
    type: "media",
    mediaType,
    ...(name === undefined ? {} : { name }),
    ...(data === undefined ? {} : { data }),
    ...(ref === undefined ? {} : { ref }),
  };
}

function mediaRef(one: At): MediaRef {
  const bytes = optionalCount(at(one, "bytes"));
  if (bytes === undefined) return wrong(at(one, "bytes"), "a whole number ≥ 0");
  return { id: needString(at(one, "id")), path: needString(at(one, "path")), bytes };
}

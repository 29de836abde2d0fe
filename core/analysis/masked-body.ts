import type { Run } from "../engine/run.ts";
import type { Json } from "../model/json.ts";
import type { Part } from "../model/part.ts";
import type { MaskedBody, MessageAddress, MessageBody } from "../model/run-view.ts";
import type { Thread } from "../model/thread.ts";
import { rawBody, requestBody } from "./body.ts";
import { cutSecrets } from "./cut-secrets.ts";
import { maskJson } from "./mask-secrets.ts";
import { AROUND_CUT, secretHalves } from "./secret-halves.ts";

function textsOf(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => {
    if (part.type === "text" || part.type === "thinking") return [part.text];
    return part.type === "tool-result" ? textsOf(part.parts) : [];
  });
}

/** What is left of secrets where the body was cut for being long; `more` goes on further. */
function atTheEnd(body: MessageBody, more: MessageBody): string[] {
  const longer = textsOf(more.message.parts);
  return textsOf(body.message.parts).flatMap((text, at) =>
    secretHalves(longer[at] ?? "", { from: 0, to: text.length }),
  );
}

function masked(body: MessageBody, halves: readonly string[]): MaskedBody {
  const { value, count } = maskJson(body.message.parts as unknown as Json, halves);
  return { ...body, message: { ...body.message, parts: value as unknown as readonly Part[] }, masked: count };
}

/** A raw message as it may leave the window: as `rawBody`, with its secrets masked and counted. */
export function maskedRawBody(thread: Thread, at: MessageAddress, maxChars: number): MaskedBody {
  const body = rawBody(thread, at, maxChars);
  return masked(body, atTheEnd(body, rawBody(thread, at, maxChars + AROUND_CUT)));
}

/** A message of a request as it may leave the window: as `requestBody`, with its secrets masked and counted. */
export function maskedRequestBody(run: Run, step: number, at: MessageAddress, maxChars: number): MaskedBody {
  const body = requestBody(run, step, at, maxChars);
  const more = requestBody(run, step, at, maxChars + AROUND_CUT);
  return masked(body, [...cutSecrets(run, step), ...atTheEnd(body, more)]);
}

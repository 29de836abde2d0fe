import { decodedBytes } from "../lib/base64.ts";
import { chain } from "../lib/maybe.ts";
import type { EventBody, Subject } from "../model/event.ts";
import type { Message } from "../model/message.ts";
import { type ContentPart, type MediaPart, type Part, referenceTo } from "../model/part.ts";
import { NextBatch } from "../model/next-batch.ts";
import type { Batch, Recording } from "../model/recording.ts";
import type { HookContext, Middleware, ToolCall, ToolContext, ToolOutcome } from "./middleware.ts";
import { callSubject } from "./offload.ts";
import { type ReadingTools, isReaderCall } from "./reader-call.ts";
import { filePath, pathSegment } from "./virtual-paths.ts";

/** Media whose bytes stand in the message. */
type Inline = MediaPart & { readonly data: string };

function isInline(part: Part): part is Inline {
  return part.type === "media" && part.data !== undefined;
}

/** What media belong to: which events and file records name. */
interface Owner {
  readonly subject: Subject;
  readonly message: string;
  readonly call: string | null;
  /** The folder of its media in the store. */
  readonly folder: string;
}

/** The reference to the media at a position once they are saved; the media themselves where they cannot be. */
function externalise(media: Inline, at: number, owner: Owner, context: HookContext): MediaPart {
  const id = `${owner.folder}/media-${at}`;
  const bytes = decodedBytes(media.data);
  const about = { policy: "attachments", measured: { value: bytes, unit: "bytes" } } as const;
  const failed = (reason: string): MediaPart => {
    context.emit({ ...about, action: "fell-back", subject: owner.subject, detail: { reason } });
    return media;
  };
  if (!context.scope) return failed("no-scope");
  const path = filePath(context.scope, id);
  const { message, call } = owner;
  const file = { text: media.data, message, call, identity: id, bytes, storedBytes: bytes };
  if (!context.files.write("file", path, { ...file, mediaType: media.mediaType }))
    return failed("upload-failed");
  const event: EventBody = {
    ...about,
    action: "externalised",
    subject: { ...owner.subject, path },
    detail: { media: { at, id, bytes }, storedBytes: bytes },
  };
  context.emit(event);
  return referenceTo(media, { id, path, bytes });
}

/** The parts with their inline media externalised; the very same where none are. */
function externalised<P extends Part>(
  parts: readonly P[],
  ownerOf: (at: number) => Owner,
  context: HookContext,
): readonly (P | MediaPart)[] {
  if (!parts.some(isInline)) return parts;
  const next = parts.map((part, at) => (isInline(part) ? externalise(part, at, ownerOf(at), context) : part));
  return next.some((part, at) => part !== parts[at]) ? next : parts;
}

function hasInline(batch: Batch, { thread }: Recording): boolean {
  const lead = thread.messages[batch.from];
  if (lead?.role === "user" && lead.parts.some(isInline)) return true;
  return batch.results.some(({ result }) => result.parts.some(isInline));
}

/** Moves inline media of results and user messages to the attachment store (policies, 2.4). */
export function createAttachments(reading: ReadingTools): Middleware {
  let inline: NextBatch | undefined;

  function ofResult(
    call: ToolCall,
    parts: readonly ContentPart[],
    context: ToolContext,
  ): readonly ContentPart[] {
    const owner = {
      subject: callSubject(call),
      message: call.resultMessage,
      call: call.call.callId,
      folder: `results/${pathSegment(call.identity)}`,
    };
    return externalised(parts, () => owner, context);
  }

  function ofMessage(message: Message, context: HookContext): Message {
    const folder = `messages/${pathSegment(message.id)}`;
    const parts = externalised(
      message.parts,
      (part) => ({ subject: { message: message.id, part }, message: message.id, call: null, folder }),
      context,
    );
    return parts === message.parts ? message : { ...message, parts };
  }

  function look(call: ToolCall, outcome: ToolOutcome, context: ToolContext): ToolOutcome {
    if (outcome.kind !== "success" && outcome.kind !== "error") return outcome;
    const reader = isReaderCall(call.call, reading);
    if (!reader && outcome.parts.some(isInline))
      return { ...outcome, parts: ofResult(call, outcome.parts, context) };
    const reason = reader ? "reader" : "no-media";
    context.emit({ policy: "attachments", action: "passed", subject: callSubject(call), detail: { reason } });
    return outcome;
  }

  return {
    kind: "attachments",
    writes: [],
    beforeAgent(input, context) {
      const { message } = input;
      return message?.role === "user" ? { input: { message: ofMessage(message, context) } } : { input };
    },
    wrapToolCall: (call, context, next) => chain(next(call), (outcome) => look(call, outcome, context)),
    quiet(from, { recording }) {
      const { batches, figures } = recording;
      inline ??= new NextBatch((batch) => hasInline(batch, recording));
      const results = (first: number, end: number): number =>
        (figures.answers[end] as number) - (figures.answers[first] as number);
      // What user messages brought is told with the step that follows them: that step is played too.
      let told = false;
      for (let at = from - 1; batches[at]?.step === 0; at--)
        told ||= hasInline(batches[at] as Batch, recording);
      return { until: told ? from : inline.next(batches, from), eachStep: 0, results };
    },
  };
}

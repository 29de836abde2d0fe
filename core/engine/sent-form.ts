import type { EventBody } from "../model/event.ts";
import type { Message } from "../model/message.ts";
import type { Part, ToolResultPart } from "../model/part.ts";
import type { Batch, Recording, SentUnit } from "../model/recording.ts";
import { sizeOfAll } from "../model/recording.ts";
import { orphanKey } from "../model/repair.ts";
import { type Size, sizeOf } from "../model/size.ts";
import type { Middleware } from "../policies/middleware.ts";

/** A stored message that is not as recorded: with its size, and the positions of the results that differ. */
export interface ChangedMessage {
  readonly message: Message;
  readonly size: Size;
  readonly changed: ReadonlySet<number>;
}

/** What is sent in the place of a stored message, and what the ledger says when a request first holds it. */
export interface SentForm {
  readonly unit: SentUnit;
  readonly size: Size;
  readonly events: readonly EventBody[];
}

/** Finds the sent form of stored messages where it is not the one of the recording. */
export class SentForms {
  private readonly recording: Recording;
  private readonly senders: readonly Middleware[];
  /** chars4 of a recorded result's text up to which nobody changes it. */
  private readonly above: number;

  constructor(recording: Recording, stack: readonly Middleware[]) {
    this.recording = recording;
    this.senders = stack.filter((middleware) => middleware.sendResult);
    this.above = Math.min(...this.senders.map(({ sendsAbove }) => sendsAbove ?? -1));
  }

  /** The sent form of the message at an index, or undefined when it is the recording's own. */
  of(index: number, own: ChangedMessage | undefined): SentForm | undefined {
    const message = own?.message ?? this.recording.raw.at(index);
    // An input that was changed before it was stored is sent as it is stored.
    if (own && message.role === "user") return { unit: [message], size: own.size, events: [] };
    if (message.role !== "tool" || (!own && !this.isSentDifferently(message, index))) return undefined;
    const batch = this.recording.batches[this.recording.batchOf[index] as number] as Batch;
    const events: EventBody[] = [];
    const previews = new Set<number>();
    const parts = this.sentParts(message, index, own?.changed, events, previews);
    const isStored =
      parts.length === message.parts.length && parts.every((part, at) => part === message.parts[at]);
    const sent: Message = isStored ? message : { ...message, parts };
    const after = this.recording.sent
      .at(index)
      .filter(({ id }) => id !== message.id && index === batch.tiedTo);
    const unit = parts.length === 0 ? after : [sent, ...after];
    // Mostly it is sent as it is stored, and nothing stands after it.
    const size =
      own && isStored && after.length === 0 ? own.size : this.sizeOf(sent, parts.length > 0, previews, after);
    return { unit, size, events };
  }

  private sizeOf(
    sent: Message,
    isThere: boolean,
    previews: ReadonlySet<number>,
    after: readonly Message[],
  ): Size {
    const { counting } = this.recording;
    const rest = sizeOfAll(after, counting);
    return isThere
      ? sizeOf(sent, counting, previews).map((value, column) => value + (rest[column] as number))
      : rest;
  }

  private sentParts(
    message: Message,
    index: number,
    changed: ReadonlySet<number> | undefined,
    events: EventBody[],
    previews: Set<number>,
  ): Part[] {
    const { repairs, batchOf } = this.recording;
    const orphans = repairs.get(batchOf[index] as number)?.orphans;
    const parts: Part[] = [];
    message.parts.forEach((part, at) => {
      if (part.type !== "tool-result") return void parts.push(part);
      if (orphans?.has(orphanKey(index, at))) return;
      const sent = this.sent(part, message, at, events);
      if (sent !== part || changed?.has(at)) previews.add(parts.length);
      parts.push(sent);
    });
    return parts;
  }

  private isSentDifferently(message: Message, index: number): boolean {
    const { senders, recording } = this;
    const { figures, batchOf } = recording;
    if ((figures.tokens[batchOf[index] as number] as number) <= this.above) return false;
    return message.parts.some(
      (part, at) =>
        part.type === "tool-result" && senders.some((sender) => sender.sendResult?.(part, message, at)),
    );
  }

  private sent(result: ToolResultPart, message: Message, at: number, events: EventBody[]): ToolResultPart {
    let form = result;
    for (const sender of this.senders) {
      const sent = sender.sendResult?.(form, message, at);
      if (!sent) continue;
      form = sent.result;
      events.push(sent.event);
    }
    return form;
  }
}

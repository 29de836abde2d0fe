import type { Message } from "../model/message.ts";
import { type Part, type ToolResultPart, text } from "../model/part.ts";
import type { Batch, RecordedCall, Recording } from "../model/recording.ts";
import { NO_SIZE, type Size, sizeOf } from "../model/size.ts";
import type { Entry } from "../ledger/ledger.ts";
import { contentSize, metricsOf } from "../model/text-metrics.ts";
import type { Middleware } from "../policies/middleware.ts";
import type { SentUnit } from "../policies/request-view.ts";

/** What the model is told where a call has no result. */
export const NO_RESULT = "No result was recorded for this call.";

/** A stored message on its way into a batch's commit. */
export interface StoredMessage {
  readonly message: Message;
  readonly size: Size;
  /** Positions of results that are not as recorded. */
  readonly changed: ReadonlySet<number> | undefined;
}

/** What is sent in the place of a stored message, and what the ledger says when a request first holds it. */
export interface SentForm {
  readonly unit: SentUnit;
  readonly size: Size;
  readonly events: readonly Entry[];
}

/** Identity of the message that repair puts in for a call without a result. */
function repairMessage(assistant: Message, call: RecordedCall): Message {
  const { callId } = call.part;
  const result: ToolResultPart = { type: "tool-result", callId, isError: true, parts: [text(NO_RESULT)] };
  return { id: `${assistant.id}:no-result:${call.position}`, role: "tool", parts: [result] };
}

function orphanEvent(message: Message, part: number, result: ToolResultPart): Entry {
  return {
    policy: "repair",
    action: "repaired",
    subject: { message: message.id, call: result.callId, part },
    before: metricsOf(result.parts).size(),
    after: { bytes: 0, lines: 0, tokens: 0 },
    detail: { reason: "orphan-result" },
  };
}

function missingEvent(assistant: Message, call: RecordedCall): Entry {
  return {
    policy: "repair",
    action: "repaired",
    subject: { message: assistant.id, call: call.part.callId, identity: call.identity },
    after: contentSize(NO_RESULT),
    detail: { reason: "no-result" },
  };
}

const NO_EVENTS: readonly Entry[] = [];
const units = new WeakMap<Message, SentUnit>();

/** A message that is sent as it is stored; its unit is made once. */
function asStored({ message, size }: StoredMessage): SentForm {
  let unit = units.get(message);
  if (!unit) {
    unit = [message];
    units.set(message, unit);
  }
  return { unit, size, events: NO_EVENTS };
}

const NO_ORPHANS: ReadonlySet<string> = new Set();

function orphansOf(batch: Batch): ReadonlySet<string> {
  if (batch.results.every((result) => result.call)) return NO_ORPHANS;
  return new Set(batch.results.filter((result) => !result.call).map(({ message, part }) => `${message}/${part}`));
}

/** Turns the stored messages of a batch into what is sent: orphans left out, forms of the policies, open calls answered. */
export class SentForms {
  private readonly recording: Recording;
  private readonly senders: readonly Middleware[];

  constructor(recording: Recording, stack: readonly Middleware[]) {
    this.recording = recording;
    this.senders = stack.filter((middleware) => middleware.sendResult);
  }

  /** The sent forms of a batch, aligned with its stored messages. */
  of(batch: Batch, stored: readonly StoredMessage[]): SentForm[] {
    const orphans = orphansOf(batch);
    const forms = stored.map((message, at) => this.formOf(message, batch.from + at, orphans));
    if (batch.calls.every((call) => call.result)) return forms;
    const open = batch.calls.filter((call) => !call.result);
    const at = batch.tiedTo - batch.from;
    const tied = forms[at];
    const lead = this.recording.thread.messages[batch.from];
    if (tied && lead) forms[at] = this.answered(tied, lead, open);
    return forms;
  }

  private answered(form: SentForm, lead: Message, open: readonly RecordedCall[]): SentForm {
    const repairs = open.map((call) => repairMessage(lead, call));
    const sizes = repairs.map((message) => sizeOf(message, this.recording.counting));
    const size = sizes.reduce((sum, one) => sum.map((value, column) => value + (one[column] ?? 0)), form.size);
    const events = [...form.events, ...open.map((call) => missingEvent(lead, call))];
    return { unit: [...form.unit, ...repairs], size, events };
  }

  private formOf(stored: StoredMessage, index: number, orphans: ReadonlySet<string>): SentForm {
    const { message } = stored;
    if (message.role !== "tool" || (orphans.size === 0 && this.senders.length === 0))
      return asStored(stored);
    if (orphans.size === 0 && !this.isSentDifferently(message)) return asStored(stored);
    const events: Entry[] = [];
    const changed = new Set(stored.changed);
    const kept: number[] = [];
    const parts = message.parts.flatMap((part, at): Part[] => {
      if (part.type !== "tool-result") return [part];
      if (orphans.has(`${index}/${at}`)) {
        events.push(orphanEvent(message, at, part));
        return [];
      }
      kept.push(at);
      return [this.sent(part, message, at, events, changed)];
    });
    if (events.length === 0) return { unit: [message], size: stored.size, events };
    if (parts.length === 0) return { unit: [], size: NO_SIZE, events };
    const sent: Message = { ...message, parts };
    const previews = new Set(kept.map((at, position) => (changed.has(at) ? position : -1)));
    return { unit: [sent], size: sizeOf(sent, this.recording.counting, previews), events };
  }

  private isSentDifferently(message: Message): boolean {
    return message.parts.some((part, at) => part.type === "tool-result" && this.senders.some((sender) => sender.sendResult?.(part, message, at)));
  }

  private sent(result: ToolResultPart, message: Message, at: number, events: Entry[], changed: Set<number>): ToolResultPart {
    let form = result;
    for (const sender of this.senders) {
      const sent = sender.sendResult?.(form, message, at);
      if (!sent) continue;
      form = sent.result;
      events.push(sent.event);
      changed.add(at);
    }
    return form;
  }
}

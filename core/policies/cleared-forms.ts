import { History } from "../lib/history.ts";
import type { Message } from "../model/message.ts";
import { type Part, type ToolResultPart, text } from "../model/part.ts";
import type { ClearToolUsesConfig } from "../model/profile.ts";
import {
  type Batch,
  type RecordedResult,
  type Recording,
  type SentUnit,
  sizeOfAll,
} from "../model/recording.ts";
import { orphanKey } from "../model/repair.ts";
import { COLUMNS, type Size, sizeOf } from "../model/size.ts";
import type { ClearedPrefix, RequestView, SizedUnit } from "./request-view.ts";

/** What the model sees instead of a cleared result. */
export const CLEARED = "[tool result cleared]";

/** The last cleared result: every result up to it is cleared but those of excluded tools. Plain JSON. */
export interface ClearedThrough {
  readonly message: string;
  readonly part: number;
}

/** The result in cleared form: media go too. */
export function clearedResult(result: ToolResultPart): ToolResultPart {
  return { ...result, parts: [text(CLEARED)] };
}

/** Makes the cleared form of history, each message once, and the view that begins with it. */
export class ClearedForms {
  private readonly recording: Recording;
  private readonly config: ClearToolUsesConfig;
  private history: History<SentUnit>;
  private batches = 0;
  private newest: ClearedPrefix | undefined;

  constructor(recording: Recording, config: ClearToolUsesConfig) {
    this.recording = recording;
    this.config = config;
    this.history = History.over(recording.sent);
  }

  /** Whether a result is one that can be cleared: a call waited for it, and not one of an excluded tool. */
  canClear({ call }: RecordedResult): boolean {
    return call !== undefined && !this.config.excludeTools.includes(call.part.name);
  }

  /** The beginning of history with everything cleared up to a result; undefined when no message has its id. */
  prefix(sent: RequestView["sent"], through: ClearedThrough): ClearedPrefix | undefined {
    const key = `${through.part}/${through.message}`;
    if (this.newest?.key === key) return this.newest;
    const index = this.recording.indexOfId.get(through.message) ?? sent.length;
    if (index >= sent.length) return undefined;
    const at = this.recording.batchOf[index] as number;
    const batch = this.recording.batches[at] as Batch;
    this.extend(sent, at);
    const own: SizedUnit[] = [];
    const isCleared = (message: number, part: number): boolean =>
      message < index || (message === index && part <= through.part);
    for (let i = batch.from; i <= index; i++) {
      const unit = this.form(sent, batch, i, isCleared);
      own.push({ unit, size: this.sizeOf(unit, sent, i) });
    }
    this.newest = { key, history: this.history, to: batch.from, own };
    return this.newest;
  }

  private extend(sent: RequestView["sent"], to: number): void {
    for (; this.batches < to; this.batches++) {
      const batch = this.recording.batches[this.batches] as Batch;
      for (let i = batch.from; i < batch.to; i++) {
        const unit = this.form(sent, batch, i, () => true);
        this.history =
          unit === this.recording.sent.at(i)
            ? this.history.grow(i + 1)
            : this.history.put(unit, this.sizeOf(unit, sent, i));
      }
    }
  }

  /** A stored message as it is sent, with some results cleared; the very unit where none of them is its own. */
  private form(
    sent: RequestView["sent"],
    batch: Batch,
    index: number,
    isCleared: (message: number, part: number) => boolean,
  ): SentUnit {
    const unit = sent.at(index);
    const raw = this.recording.raw.at(index);
    const going = batch.results.filter((one) => this.canClear(one) && isCleared(one.message, one.part));
    if (going.length === 0) return unit;
    const next = unit.map((message) =>
      message.id === raw.id ? this.cleared(message, raw, index, going) : message,
    );
    return next.every((message, at) => message === unit[at]) ? unit : next;
  }

  private cleared(message: Message, raw: Message, index: number, going: readonly RecordedResult[]): Message {
    if (message.role === "assistant") return this.withoutInputs(message, going);
    const own = new Set(going.flatMap((one) => (one.message === index ? [one.part] : [])));
    if (own.size === 0) return message;
    const orphans = this.recording.repairs.get(this.recording.batchOf[index] as number)?.orphans;
    // Orphans are not in the sent form: the others stand in the same order.
    const positions = raw.parts.flatMap((_part, at) => (orphans?.has(orphanKey(index, at)) ? [] : [at]));
    const parts = message.parts.map((part, at) =>
      part.type === "tool-result" && own.has(positions[at] ?? -1) ? clearedResult(part) : part,
    );
    return { ...message, parts };
  }

  private withoutInputs(message: Message, going: readonly RecordedResult[]): Message {
    if (!this.config.clearToolInputs || going.length === 0) return message;
    const calls = new Set<Part>(going.flatMap(({ call }) => (call ? [call.part] : [])));
    const parts = message.parts.map((part) =>
      part.type === "tool-call" && calls.has(part) ? { ...part, arguments: {} } : part,
    );
    return { ...message, parts };
  }

  private sizeOf(unit: SentUnit, sent: RequestView["sent"], index: number): Size {
    if (unit === sent.at(index))
      return Array.from({ length: COLUMNS }, (_, column) => sent.sum(column, index, index + 1));
    const { counting, raw: history } = this.recording;
    const raw = history.at(index);
    const own = unit.find(({ id }) => id === raw.id);
    const rest = unit.filter((message) => message !== own);
    // What is not as recorded counts as a preview.
    const recorded = new Set(raw.parts);
    const changed = new Set(own?.parts.flatMap((part, at) => (recorded.has(part) ? [] : [at])));
    const size = own ? sizeOf(own, counting, changed) : sizeOfAll([], counting);
    if (rest.length === 0) return size;
    const more = sizeOfAll(rest, counting);
    return size.map((value, column) => value + (more[column] as number));
  }
}

import type { History } from "../lib/history.ts";
import type { Message } from "../model/message.ts";
import type { Batch, Recording, SentUnit } from "../model/recording.ts";
import type { Emit, Middleware } from "../policies/middleware.ts";
import { isPruned, type RequestView } from "../policies/request-view.ts";
import { type ChangedMessage, SentForms } from "./sent-form.ts";
import type { Standing, WaitingEvent } from "./standing.ts";

const NONE: readonly WaitingEvent[] = [];

/** Stored history, and beside it what is sent in the place of each message. */
export class Histories {
  private readonly recording: Recording;
  private readonly forms: SentForms;
  /** What no request has held yet. */
  waiting: readonly WaitingEvent[];
  stored: History<Message>;
  sent: History<SentUnit>;

  constructor(recording: Recording, stack: readonly Middleware[], from: Standing) {
    this.recording = recording;
    this.forms = new SentForms(recording, stack);
    this.stored = from.stored;
    this.sent = from.sent;
    this.waiting = from.waiting;
  }

  /** Takes messages as they were recorded, up to a length. */
  grow(length: number): void {
    this.stored = this.stored.grow(length);
    this.sent = this.sent.grow(length);
  }

  /** Takes the messages of a batch; `changes` has those that are not stored as recorded, by index. */
  commit(at: number, batch: Batch, changes: ReadonlyMap<number, ChangedMessage> | undefined): void {
    let told: readonly WaitingEvent[] = this.recording.repairs.get(at)?.repairs ?? NONE;
    for (let index = batch.from; index < batch.to; index++) {
      const changed = changes?.get(index);
      const form = this.forms.of(index, changed);
      this.stored = changed ? this.stored.put(changed.message, changed.size) : this.stored.grow(index + 1);
      this.sent = form ? this.sent.put(form.unit, form.size) : this.sent.grow(index + 1);
      if (form && form.events.length > 0) told = [...told, ...form.events.map((event) => ({ index, event }))];
    }
    if (told.length > 0) this.waiting = [...this.waiting, ...told];
  }

  /** Whether something waits to be told in a request that holds the stored messages from `from` on. */
  waitsFor(from: number): boolean {
    return this.waiting.some(({ index }) => index >= from);
  }

  /** Events of sent forms are written when the first request holds them. */
  tell(view: RequestView, emit: Emit): void {
    if (this.waiting.length === 0) return;
    const held = ({ index }: WaitingEvent): boolean =>
      index >= view.from && index < view.to && !isPruned(view, index);
    for (const waiting of this.waiting) if (held(waiting)) emit(waiting.event);
    this.waiting = this.waiting.filter((waiting) => !held(waiting));
  }
}

import type { History } from "../lib/history.ts";
import { type Maybe, chain } from "../lib/maybe.ts";
import { headWithinUnits } from "../lib/text-lines.ts";
import { Ledger } from "../ledger/ledger.ts";
import type { Fault } from "../model/fault.ts";
import type { Message } from "../model/message.ts";
import type { Profile } from "../model/profile.ts";
import type { Batch, RecordedCall, RecordedResult, Recording, SentUnit } from "../model/recording.ts";
import { sizeOfText } from "../model/size.ts";
import type { Usage } from "../model/usage.ts";
import type {
  HookContext,
  Middleware,
  ModelContext,
  ModelResponse,
  QuietContext,
  Scope,
  State,
  StateUpdate,
  ToolCall,
  ToolContext,
  ToolOutcome,
} from "../policies/middleware.ts";
import { isPruned, type RequestView, type ToolOffer } from "../policies/request-view.ts";
import { createStack } from "../policies/stack.ts";
import { meansCall } from "./faults.ts";
import { loopMade } from "./loop-made.ts";
import type { RunPorts } from "./ports.ts";
import { readerOffer } from "./reader-offer.ts";
import { type Played, Run, RunFailure, type Stretch } from "./run.ts";
import { SentForms } from "./sent-form.ts";
import type { Standing, WaitingEvent } from "./standing.ts";
import { changedMessages } from "./stored-result.ts";
import { VirtualFiles } from "./virtual-files.ts";

/** A run under way: the state that the loop moves on, step by step. */
export class Course {
  readonly recording: Recording;
  readonly profile: Profile;
  readonly faults: readonly Fault[];
  readonly stack: readonly Middleware[];
  private readonly ports: RunPorts;
  private readonly ledger: Ledger;
  private readonly files: VirtualFiles;
  private readonly forms: SentForms;
  private readonly owners: ReadonlyMap<string, Middleware>;
  private readonly reader: ToolOffer | undefined;
  private readonly stretches: Stretch[] = [];
  private playing: Played | undefined;
  private state: State;
  private turnState: State;
  private written: Set<string>;
  private stored: History<Message>;
  private sent: History<SentUnit>;
  private waiting: readonly WaitingEvent[];
  /** The input of the turn as `beforeAgent` left it, until it is stored. */
  private input: Message | undefined;
  private readonly accounted: (Usage | undefined)[];

  constructor(
    recording: Recording,
    profile: Profile,
    faults: readonly Fault[],
    ports: RunPorts,
    from: Standing,
  ) {
    this.recording = recording;
    this.profile = profile;
    this.faults = faults;
    this.ports = ports;
    this.stack = createStack(profile);
    this.forms = new SentForms(recording, this.stack);
    this.owners = new Map(
      this.stack.flatMap((middleware) => middleware.writes.map((key) => [key, middleware] as const)),
    );
    this.reader = readerOffer(recording, this.stack);
    this.ledger = new Ledger(recording.thread.lane, from.last);
    this.files = new VirtualFiles(faults, from.files);
    this.state = from.state;
    this.turnState = from.turnState;
    this.written = new Set(from.written);
    this.stored = from.stored;
    this.sent = from.sent;
    this.waiting = from.waiting;
    this.accounted = [...from.accounted];
  }

  /** Where the run stands before a batch. */
  standing(batch: number): Standing {
    const { state, turnState, stored, sent, waiting } = this;
    const copies = {
      files: [...this.files.records],
      accounted: [...this.accounted],
      written: [...this.written],
    };
    return { batch, last: this.ledger.length, state, turnState, stored, sent, waiting, ...copies };
  }

  /** The finished run. */
  run(failed?: Run["failed"]): Run {
    const { recording, profile, faults, stretches, stored, sent, state, accounted } = this;
    const done = {
      recording,
      profile,
      faults,
      stretches,
      stored,
      sent,
      state,
      accounted,
      files: this.files.records,
    };
    return new Run({ ...done, ...(failed ? { failed } : {}) });
  }

  /** The stretch that is being played; a new one after a jump. */
  private get play(): Played {
    if (!this.playing) {
      this.playing = { kind: "played", first: this.ledger.length, steps: [], events: [] };
      this.stretches.push(this.playing);
      this.ledger.into(this.playing.events);
    }
    return this.playing;
  }

  /** The request that would go out now if no wrapper shaped it: as the committed state has it. */
  plainRequest(): RequestView {
    const { thread, tools } = this.recording;
    const base = { tools: thread.tools, toolSize: tools, summary: undefined, lifted: undefined };
    const reader = this.reader ? { reader: this.reader } : {};
    const plain = {
      ...this.systemOf(),
      ...base,
      ...reader,
      sent: this.sent,
      from: 0,
      to: this.stored.length,
    };
    return this.stack.reduce<RequestView>(
      (view, { persisted }) => persisted?.(view, this.state, this.recording) ?? view,
      plain,
    );
  }

  /** What policies may look at when they are asked for a promise. */
  quietContext(): QuietContext {
    const { recording, state, stored, sent } = this;
    return {
      recording,
      state,
      length: stored.length,
      request: this.plainRequest(),
      whole: sent.grow(recording.raw.length),
    };
  }

  /** Whether something waits to be told in a request that holds the stored messages from `from` on. */
  waitsFor(from: number): boolean {
    return this.waiting.some(({ index }) => index >= from);
  }

  /** Jumps over the batches before `to`, which stand for `count` events: nothing in them changes anything. */
  jump(stretch: Stretch & { readonly kind: "quiet" }, to: number): void {
    const { batches } = this.recording;
    const begins =
      (batches[to - 1] as Batch).turn !== (batches[this.batchAt() - 1] as Batch | undefined)?.turn;
    this.stretches.push(stretch);
    this.playing = undefined;
    this.ledger.skip(stretch.count);
    const length = (batches[to - 1] as Batch).to;
    this.stored = this.stored.grow(length);
    this.sent = this.sent.grow(length);
    if (!begins) return;
    this.turnState = this.state;
    this.written = new Set();
  }

  /** Index of the next batch, by what is stored. */
  private batchAt(): number {
    const { batchOf, batches } = this.recording;
    return this.stored.length < batchOf.length ? (batchOf[this.stored.length] as number) : batches.length;
  }

  private context(step: number, turn: number): HookContext {
    return {
      step,
      turn,
      state: this.state,
      emit: this.ledger.emit,
      faults: this.faults,
      recording: this.recording,
      files: this.files,
      scope: this.scope,
    };
  }

  /** Whose files they are. A fault can leave it unsaid. */
  private get scope(): Scope | undefined {
    if (this.faults.some((fault) => fault.kind === "no-scope")) return undefined;
    return { namespace: "replay", session: this.recording.thread.id };
  }

  /** Begins a turn: what it writes can be restored to here. */
  beginTurn(batch: Batch): Maybe<void> {
    void this.play;
    this.ledger.enter(batch.nextStep, batch.turn);
    this.turnState = this.state;
    this.written = new Set();
    this.files.enter(batch.nextStep, batch.nextStep);
    this.input = this.recording.thread.messages[batch.from];
    let done: Maybe<void> = undefined;
    for (const middleware of this.stack) {
      const { beforeAgent } = middleware;
      if (!beforeAgent) continue;
      done = chain(done, () =>
        chain(beforeAgent({ message: this.input }, this.context(batch.nextStep, batch.turn)), (result) => {
          if ("block" in result) return;
          this.input = result.input.message;
          this.commit(middleware, result.updates ?? []);
        }),
      );
    }
    return done;
  }

  private commit(middleware: Middleware | undefined, updates: readonly StateUpdate[]): void {
    for (const update of updates) {
      const owner = this.owners.get(update.key);
      if (!owner || (middleware && owner !== middleware))
        throw new RunFailure(`a hook wrote the state key ${update.key}, which is not among its writes`);
      const value = update.apply(this.state[update.key], this.ledger.emit);
      this.written.add(update.key);
      this.state = { ...this.state, [update.key]: value };
    }
  }

  /** System prompt of the next request: the recorded one, then what the stack adds, bounded together. */
  private systemOf(): Pick<RequestView, "system" | "systemSize"> {
    const { thread, system, counting } = this.recording;
    const sections: string[] = [];
    for (const middleware of this.stack) {
      const section = middleware.promptSections?.(this.state);
      if (section !== undefined) sections.push(section);
    }
    if (sections.length === 0) return { system: thread.system, systemSize: system };
    const added = headWithinUnits(sections.join("\n"), this.profile.maxPromptSectionTokens * 4);
    const whole = thread.system === null ? added : `${thread.system}\n${added}`;
    return { system: whole, systemSize: sizeOfText(whole, counting) };
  }

  /** One model step: the stack shapes the request, the model answers, state updates are committed. */
  modelStep(batch: Batch): Maybe<ModelResponse> {
    const { steps } = this.play;
    const from = steps.at(-1)?.events.to ?? this.play.first;
    this.ledger.enter(batch.step, batch.turn);
    this.files.enter(batch.step, batch.step + 1);
    let view = this.plainRequest();
    const through = this.throughModel(batch, (sent) => {
      view = sent;
    });
    return chain(through(0, view), (response) => {
      this.tellWaiting(view);
      this.commit(undefined, response.updates ?? []);
      const asked = this.ledger.length;
      steps.push({
        step: batch.step,
        turn: batch.turn,
        message: batch.from,
        view,
        state: this.state,
        events: { from, asked, to: asked },
      });
      return response;
    });
  }

  /** A request on its way out, from the wrapper at `at` on; past the last it reaches the model. */
  private throughModel(
    batch: Batch,
    sent: (request: RequestView) => void,
  ): (at: number, request: RequestView) => Maybe<ModelResponse> {
    const context: ModelContext = {
      ...this.context(batch.step, batch.turn),
      stored: this.stored,
      compressors: this.ports.compressors,
      accounted: (call) => void this.accounted.push(call.usage),
    };
    const through = (at: number, request: RequestView): Maybe<ModelResponse> => {
      const middleware = this.stack[at];
      if (middleware?.wrapModelCall)
        return middleware.wrapModelCall(request, context, (given) => through(at + 1, given));
      if (middleware) return through(at + 1, request);
      sent(request);
      return this.ports.model(request, batch);
    };
    return through;
  }

  /** Events of sent forms are written when the first request holds them. */
  private tellWaiting(view: RequestView): void {
    if (this.waiting.length === 0) return;
    const held = ({ index }: WaitingEvent): boolean =>
      index >= view.from && index < view.to && !isPruned(view, index);
    for (const waiting of this.waiting) if (held(waiting)) this.ledger.emit(waiting.event);
    this.waiting = this.waiting.filter((waiting) => !held(waiting));
  }

  /** What the calls of a batch may use: the state as it was committed before them. */
  toolContext(batch: Batch): ToolContext {
    return { ...this.context(batch.step, batch.turn), approved: false };
  }

  private toolCall(batch: Batch, call: RecordedCall, recorded: RecordedResult): ToolCall {
    const { messages } = this.recording.thread;
    const id = (index: number): string => messages[index]?.id ?? "";
    return {
      identity: call.identity,
      message: id(batch.from),
      resultMessage: id(recorded.message),
      resultPart: recorded.part,
      call: call.part,
    };
  }

  /** Runs one call through the stack. The last of the stack sees the result first. */
  runCall(
    batch: Batch,
    recorded: RecordedResult,
    call: RecordedCall,
    context: ToolContext,
  ): Maybe<ToolOutcome> {
    const asked = this.toolCall(batch, call, recorded);
    const made = this.faults.length > 0 ? loopMade(this.faults, asked, call, this.ledger.emit) : undefined;
    return made ?? this.throughTools(0, asked, context, recorded);
  }

  /** A call on its way in, from the wrapper at `at` on; past the last it reaches the tool. */
  private throughTools(
    at: number,
    call: ToolCall,
    context: ToolContext,
    recorded: RecordedResult,
  ): Maybe<ToolOutcome> {
    const middleware = this.stack[at];
    if (!middleware) return this.ports.tool(call, recorded);
    if (!middleware.wrapToolCall) return this.throughTools(at + 1, call, context, recorded);
    return middleware.wrapToolCall(call, context, (given) =>
      this.throughTools(at + 1, given, context, recorded),
    );
  }

  /** Commits a batch: its messages in stored form, what is sent in their place, and the updates of its calls. */
  commitBatch(at: number, outcomes: readonly (ToolOutcome | undefined)[]): void {
    const batch = this.recording.batches[at] as Batch;
    const changes = changedMessages(this.recording, batch, outcomes, this.input);
    this.input = undefined;
    const told: WaitingEvent[] = [...(this.recording.repairs.get(at)?.repairs ?? [])];
    for (let index = batch.from; index < batch.to; index++) {
      const changed = changes?.get(index);
      const form = this.forms.of(index, changed);
      this.stored = changed ? this.stored.put(changed.message, changed.size) : this.stored.grow(index + 1);
      this.sent = form ? this.sent.put(form.unit, form.size) : this.sent.grow(index + 1);
      for (const event of form?.events ?? []) told.push({ index, event });
    }
    if (told.length > 0) this.waiting = [...this.waiting, ...told];
    for (const outcome of outcomes)
      if (outcome && "updates" in outcome) this.commit(undefined, outcome.updates ?? []);
    // What a user message brought belongs to the step that it asks for.
    if (batch.step > 0) this.closeStep();
  }

  /** Lets the newest step own every event since. */
  private closeStep(): void {
    const { steps } = this.play;
    const last = steps.at(-1);
    const to = this.ledger.length;
    if (last && last.events.to !== to) steps[steps.length - 1] = { ...last, events: { ...last.events, to } };
  }

  /** Runs calls again that a fault wants run again: the same identity, right after the commit of the batch. */
  rerun(batch: Batch): Maybe<void> {
    const lead = this.recording.thread.messages[batch.from]?.id ?? "";
    let done: Maybe<void> = undefined;
    for (const recorded of batch.results) {
      const { call } = recorded;
      if (!call || !this.faults.some((fault) => fault.kind === "rerun" && meansCall(fault, lead, call)))
        continue;
      done = chain(done, () => this.runAgain(batch, recorded, call, lead));
    }
    return done;
  }

  private runAgain(batch: Batch, recorded: RecordedResult, call: RecordedCall, lead: string): Maybe<void> {
    const subject = { message: lead, call: call.part.callId, identity: call.identity };
    this.ledger.emit({ policy: "fault", action: "fault", subject, detail: { fault: "rerun" } });
    return chain(this.runCall(batch, recorded, call, this.toolContext(batch)), (outcome) => {
      if ("updates" in outcome) this.commit(undefined, outcome.updates ?? []);
      this.closeStep();
    });
  }

  /** Ends a turn. A block restores every key that the turn wrote. */
  endTurn(batch: Batch): Maybe<void> {
    if (this.faults.some((fault) => fault.kind === "output-block" && fault.turn === batch.turn))
      this.restore("output-block");
    const message = this.recording.thread.messages[batch.from] as Message;
    let done: Maybe<void> = undefined;
    for (const middleware of this.stack) {
      if (!middleware.afterAgent) continue;
      done = chain(done, () =>
        chain(middleware.afterAgent?.({ message }, this.context(batch.step, batch.turn)), (result) => {
          if (result && "block" in result) this.restore(result.block);
        }),
      );
    }
    return done;
  }

  private restore(reason: string): void {
    this.ledger.emit({ policy: "fault", action: "fault", subject: {}, detail: { fault: reason } });
    for (const key of this.written) {
      if (this.state[key] === this.turnState[key]) continue;
      const { [key]: _undone, ...rest } = this.state;
      const before = this.turnState[key];
      this.state = before === undefined ? rest : { ...rest, [key]: before };
      const owner = this.owners.get(key);
      if (owner)
        this.ledger.emit({
          policy: owner.kind,
          action: "restored",
          subject: {},
          detail: { reason, note: key },
        });
    }
    this.closeStep();
  }
}

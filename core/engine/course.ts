import { Beginning } from "../lib/beginning.ts";
import { type Maybe, chain } from "../lib/maybe.ts";
import { Ledger } from "../ledger/ledger.ts";
import type { Fault } from "../model/fault.ts";
import type { Message } from "../model/message.ts";
import type { Profile } from "../model/profile.ts";
import type { Batch, Recording } from "../model/recording.ts";
import { sizeOfText } from "../model/size.ts";
import type {
  AgentOutput,
  Middleware,
  ModelResponse,
  QuietContext,
  Scope,
  ToolOutcome,
} from "../policies/middleware.ts";
import type { RequestView, ToolOffer } from "../policies/request-view.ts";
import { type Moment, StepContext, type Surroundings, TurnContext } from "./contexts.ts";
import type { CourseSetup } from "./course-setup.ts";
import { meansCall } from "./faults.ts";
import { Histories } from "./histories.ts";
import { ModelStep, type Outside } from "./model-step.ts";
import { readerOffer } from "./reader-offer.ts";
import { RunState } from "./run-state.ts";
import { type Played, Run, RunFailure, type Stretch, type TurnOutput } from "./run.ts";
import { type Sections, sectionsOf } from "./sections.ts";
import type { Standing } from "./standing.ts";
import { Standstill } from "./standstill.ts";
import { changedMessages } from "./stored-result.ts";
import { type Through, throughModel } from "./through-stack.ts";
import { type CallAndResult, ToolRun } from "./tool-run.ts";
import { VirtualFiles } from "./virtual-files.ts";
import { checkWrites, ownersOf } from "./writes.ts";

/** Whose files they are. A fault can leave it unsaid. */
function scopeOf({ faults, recording }: CourseSetup): Scope | undefined {
  if (faults.some((fault) => fault.kind === "no-scope")) return undefined;
  return { namespace: "replay", session: recording.thread.id };
}

/** A run under way: the state that the loop moves on, step by step. */
export class Course {
  readonly setup: CourseSetup;
  readonly recording: Recording;
  readonly profile: Profile;
  readonly faults: readonly Fault[];
  readonly stack: readonly Middleware[];
  /** Whether every member of the stack can tell how long it only looks and passes. */
  readonly canPromise: boolean;
  private readonly ledger: Ledger;
  private readonly files: VirtualFiles;
  private readonly tools: ToolRun;
  private readonly reader: ToolOffer | undefined;
  private readonly stretches: Stretch[] = [];
  private readonly state: RunState;
  private readonly histories: Histories;
  private readonly surroundings: Surroundings;
  private readonly throughStack: Through<RequestView, StepContext, ModelResponse>;
  private playing: Played | undefined;
  /** The input of the turn as `beforeAgent` left it, until it is stored. */
  private input: Message | undefined;
  private readonly outside: Outside;
  private readonly outputs: TurnOutput[];

  constructor(setup: CourseSetup, from: Standing) {
    const { recording, profile, faults, stack } = setup;
    this.setup = setup;
    this.recording = recording;
    this.profile = profile;
    this.faults = faults;
    this.stack = stack;
    this.canPromise = stack.every((one) => one.quiet && !one.afterAgent && !one.promptSections);
    this.reader = readerOffer(recording, stack);
    this.ledger = new Ledger(recording.thread.lane, from.last);
    this.files = new VirtualFiles(faults, from.files.list());
    this.surroundings = this.surround();
    this.throughStack = throughModel(stack);
    this.tools = new ToolRun(setup, this.surroundings);
    this.state = new RunState(ownersOf(stack), this.ledger.emit, from);
    this.histories = new Histories(recording, stack, from);
    this.outside = { ports: setup.ports, emit: this.ledger.emit, accounted: from.accounted.list() };
    this.outputs = from.outputs.list();
  }

  /** Where the run stands before a batch. */
  standing(batch: number): Standing {
    const { state, histories } = this;
    return {
      batch,
      last: this.ledger.length,
      state: state.now,
      turnState: state.begun,
      written: state.writtenKeys,
      stored: histories.stored,
      sent: histories.sent,
      waiting: histories.waiting,
      files: new Beginning(this.files.records),
      accounted: new Beginning(this.outside.accounted),
      outputs: new Beginning(this.outputs),
    };
  }

  /** The finished run. */
  run(failed?: Run["failed"]): Run {
    const { recording, profile, faults, stretches, outputs } = this;
    const { accounted } = this.outside;
    const { stored, sent } = this.histories;
    const done = { recording, profile, faults, stretches, stored, sent, accounted, outputs };
    return new Run({
      ...done,
      state: this.state.now,
      files: this.files.records,
      ...(failed ? { failed } : {}),
    });
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
  plainRequest(sections = this.sections()): RequestView {
    const { recording, reader, histories } = this;
    const { thread, tools } = recording;
    const { system, systemSize } = this.systemOf(sections);
    const bare: RequestView = {
      system,
      systemSize,
      tools: thread.tools,
      toolSize: tools,
      summary: undefined,
      lifted: undefined,
      sent: histories.sent,
      from: 0,
      to: histories.stored.length,
    };
    let view = reader ? { ...bare, reader } : bare;
    for (const { persisted } of this.stack) if (persisted) view = persisted(view, this.state.now, recording);
    return view;
  }

  /** What policies may look at when they are asked for a promise. */
  quietContext(): QuietContext {
    return new Standstill(this, this.state.now, this.histories);
  }

  /** Whether something waits to be told in a request that holds the stored messages from `from` on. */
  waitsFor(from: number): boolean {
    return this.histories.waitsFor(from);
  }

  /** Jumps over the batches before `to`, which stand for `count` events: nothing in them changes anything. */
  jump(stretch: Stretch & { readonly kind: "quiet" }, to: number): void {
    const { batches } = this.recording;
    const begins =
      (batches[to - 1] as Batch).turn !== (batches[this.batchAt() - 1] as Batch | undefined)?.turn;
    this.stretches.push(stretch);
    this.playing = undefined;
    this.ledger.skip(stretch.count);
    this.histories.grow((batches[to - 1] as Batch).to);
    if (begins) this.state.beginTurn();
  }

  /** Index of the next batch, by what is stored. */
  private batchAt(): number {
    const { batchOf, batches } = this.recording;
    const { length } = this.histories.stored;
    return length < batchOf.length ? (batchOf[length] as number) : batches.length;
  }

  /** What is the same for every hook of the run. */
  private surround(): Surroundings {
    const { recording, faults, files, setup } = this;
    const { compressors } = setup.ports;
    return { recording, faults, files, emit: this.ledger.emit, scope: scopeOf(setup), compressors };
  }

  private context(at: Moment): TurnContext {
    return new TurnContext(this.surroundings, at, this.state.now);
  }

  /** Begins a turn: what it writes can be restored to here. */
  beginTurn(batch: Batch): Maybe<void> {
    void this.play;
    this.ledger.enter(batch.nextStep, batch.turn);
    this.state.beginTurn();
    this.files.enter(batch.nextStep, batch.nextStep);
    this.input = this.recording.thread.messages[batch.from];
    const first = { step: batch.nextStep, turn: batch.turn };
    let done: Maybe<void> = undefined;
    for (const middleware of this.stack) {
      const { beforeAgent } = middleware;
      if (!beforeAgent) continue;
      done = chain(done, () =>
        chain(beforeAgent({ message: this.input }, this.context(first)), (result) => {
          if ("block" in result) return this.blockInput(result.block);
          this.input = result.input.message;
          checkWrites(middleware, result);
          this.state.commit(result.updates);
        }),
      );
    }
    return done;
  }

  /** What was recorded after it would not have happened. */
  private blockInput(reason: string): never {
    this.restore(reason);
    throw new RunFailure(`the input of the turn was blocked: ${reason}`);
  }

  private sections(): Sections | undefined {
    return sectionsOf(this.stack, this.state.now, this.profile.maxPromptSectionTokens);
  }

  /** System prompt of the next request: the recorded one, then what the stack adds. */
  private systemOf(sections: Sections | undefined): Pick<RequestView, "system" | "systemSize"> {
    const { thread, system, counting } = this.recording;
    const added = sections?.text;
    if (added === undefined) return { system: thread.system, systemSize: system };
    const whole = thread.system === null ? added : `${thread.system}\n${added}`;
    return { system: whole, systemSize: sizeOfText(whole, counting) };
  }

  /** One model step: the stack shapes the request, the model answers, state updates are committed. */
  modelStep(batch: Batch): Maybe<ModelResponse> {
    const { steps } = this.play;
    const from = steps.at(-1)?.events.to ?? this.play.first;
    this.ledger.enter(batch.step, batch.turn);
    this.files.enter(batch.step, batch.step + 1);
    const sections = this.sections();
    if (sections?.cut) this.ledger.emit(sections.cut);
    const request = this.plainRequest(sections);
    const asked = new ModelStep(this.outside, this.histories.stored, request);
    const context = new StepContext(this.surroundings, asked, batch, this.state.now);
    return chain(this.throughStack(request, context), (response) => {
      const view = asked.sent;
      this.histories.tell(view, this.ledger.emit);
      this.state.commit(response.updates);
      const to = this.ledger.length;
      steps.push({
        step: batch.step,
        turn: batch.turn,
        message: batch.from,
        view,
        state: this.state.now,
        events: { from, asked: to, to },
      });
      return response;
    });
  }

  /** Runs one call of a batch. All calls of a batch see the same state: the next one is committed after the last. */
  runCall(batch: Batch, made: CallAndResult): Maybe<ToolOutcome> {
    return this.tools.run(batch, made, this.state.now);
  }

  /** Commits a batch: its messages in stored form, what is sent in their place, and the updates of its calls. */
  commitBatch(at: number, outcomes: readonly (ToolOutcome | undefined)[]): void {
    const batch = this.recording.batches[at] as Batch;
    const changes = changedMessages(this.recording, batch, outcomes, this.input);
    this.input = undefined;
    this.histories.commit(at, batch, changes);
    for (const outcome of outcomes) if (outcome && "updates" in outcome) this.state.commit(outcome.updates);
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
      done = chain(done, () => this.runAgain(batch, { call, recorded }, lead));
    }
    return done;
  }

  private runAgain(batch: Batch, made: CallAndResult, lead: string): Maybe<void> {
    const { part, identity } = made.call;
    const subject = { message: lead, call: part.callId, identity };
    this.ledger.emit({ policy: "fault", action: "fault", subject, detail: { fault: "rerun" } });
    return chain(this.runCall(batch, made), (outcome) => {
      if ("updates" in outcome) this.state.commit(outcome.updates);
      this.closeStep();
    });
  }

  /** Ends a turn. A block restores every key that the turn wrote. */
  endTurn(batch: Batch): Maybe<void> {
    if (this.faults.some((fault) => fault.kind === "output-block" && fault.turn === batch.turn))
      this.restore("output-block");
    const message = this.recording.thread.messages[batch.from] as Message;
    let output: Maybe<AgentOutput> = { message };
    for (const middleware of this.stack.toReversed())
      if (middleware.afterAgent)
        output = chain(output, (given) => this.afterAgent(middleware, given, this.context(batch)));
    return chain(output, (given) => {
      if (given.message !== message) this.outputs.push({ turn: batch.turn, message: given.message });
      this.closeStep();
    });
  }

  private afterAgent(middleware: Middleware, output: AgentOutput, context: TurnContext): Maybe<AgentOutput> {
    return chain(middleware.afterAgent?.(output, context), (result) => {
      if (!result) return output;
      if ("block" in result) {
        this.restore(result.block);
        return output;
      }
      checkWrites(middleware, result);
      this.state.commit(result.updates);
      return result.output;
    });
  }

  private restore(reason: string): void {
    this.state.restore(reason);
    this.closeStep();
  }
}

import { chain, type Maybe } from "../lib/maybe.ts";
import { Sequence } from "../lib/sequence.ts";
import { type Entry, Ledger } from "../ledger/ledger.ts";
import type { LedgerEvent } from "../model/event.ts";
import type { Fault } from "../model/fault.ts";
import type { Message } from "../model/message.ts";
import type { Profile } from "../model/profile.ts";
import type { Batch, RecordedCall, RecordedResult, Recording } from "../model/recording.ts";
import type { ToolResultPart } from "../model/part.ts";
import { COLUMNS, type Size, sizeOf, sizeOfText } from "../model/size.ts";
import type { Usage } from "../model/usage.ts";
import { text } from "../model/part.ts";
import type { HookContext, Middleware, ModelContext, ModelResponse, State, StateUpdate, ToolCall, ToolContext, ToolOutcome } from "../policies/middleware.ts";
import type { RequestView, SentUnit } from "../policies/request-view.ts";
import { createStack } from "../policies/stack.ts";
import { headWithinUnits } from "../lib/text-lines.ts";
import { meansCall } from "./faults.ts";
import type { RunPorts } from "./ports.ts";
import { type FileRecord, type Run, RunFailure, type StepRecord } from "./run.ts";
import { SentForms, type StoredMessage } from "./sent-form.ts";
import { VirtualFiles } from "./virtual-files.ts";

/** Where a run is: everything that a checkpoint holds. */
export interface Standing {
  readonly batch: number;
  readonly state: State;
  /** State at the beginning of the turn, and the keys that the turn wrote since. */
  readonly turnState: State;
  readonly written: readonly string[];
  readonly stored: Sequence<Message>;
  readonly sent: Sequence<SentUnit>;
  readonly steps: readonly StepRecord[];
  readonly events: readonly LedgerEvent[];
  readonly files: readonly FileRecord[];
  /** Events of sent forms that no request has held yet, by stored index. */
  readonly waiting: readonly { readonly index: number; readonly event: Entry }[];
  readonly accounted: readonly (Usage | undefined)[];
}

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
  private readonly sectioned: readonly Middleware[];
  private readonly toolWrappers: readonly NonNullable<Middleware["wrapToolCall"]>[];
  private readonly modelWrappers: readonly NonNullable<Middleware["wrapModelCall"]>[];
  private readonly owners: ReadonlyMap<string, Middleware>;
  private state: State;
  private turnState: State;
  private written: Set<string>;
  private stored: Sequence<Message>;
  private sent: Sequence<SentUnit>;
  private readonly steps: StepRecord[];
  private waiting: { readonly index: number; readonly event: Entry }[];
  private readonly accounted: (Usage | undefined)[];

  constructor(recording: Recording, profile: Profile, faults: readonly Fault[], ports: RunPorts, from: Standing) {
    this.recording = recording;
    this.profile = profile;
    this.faults = faults;
    this.ports = ports;
    this.stack = createStack(profile);
    this.sectioned = this.stack.filter((middleware) => middleware.promptSections);
    this.toolWrappers = this.stack.map(({ wrapToolCall }) => wrapToolCall).filter((wrap) => wrap !== undefined);
    this.modelWrappers = this.stack.map(({ wrapModelCall }) => wrapModelCall).filter((wrap) => wrap !== undefined);
    this.forms = new SentForms(recording, this.stack);
    this.owners = new Map(this.stack.flatMap((middleware) => middleware.writes.map((key) => [key, middleware] as const)));
    this.ledger = new Ledger(recording.thread.lane, from.events);
    this.files = new VirtualFiles(faults, from.files);
    this.state = from.state;
    this.turnState = from.turnState;
    this.written = new Set(from.written);
    this.stored = from.stored;
    this.sent = from.sent;
    this.steps = [...from.steps];
    this.waiting = [...from.waiting];
    this.accounted = [...from.accounted];
  }

  /** What a checkpoint after the commit of the batch before `batch` holds. */
  standing(batch: number): Standing {
    const { state, turnState, stored, sent } = this;
    const copies = { steps: [...this.steps], events: [...this.ledger.events], files: [...this.files.records] };
    const rest = { waiting: [...this.waiting], accounted: [...this.accounted], written: [...this.written] };
    return { batch, state, turnState, stored, sent, ...copies, ...rest };
  }

  /** The finished run. */
  run(failed?: Run["failed"]): Run {
    const { recording, profile, faults, steps, stored, sent, state, accounted } = this;
    const done = { recording, profile, faults, steps, stored, sent, state, accounted };
    return { ...done, events: this.ledger.events, files: this.files.records, ...(failed ? { failed } : {}) };
  }

  private context(step: number, turn: number): HookContext {
    return { step, turn, state: this.state, emit: this.ledger.emit, faults: this.faults, recording: this.recording };
  }

  /** Begins a turn: what it writes can be restored to here. */
  beginTurn(batch: Batch): Maybe<void> {
    const step = this.nextStep(batch);
    this.ledger.enter(step, batch.turn);
    this.turnState = this.state;
    this.written = new Set();
    const message = this.recording.thread.messages[batch.from];
    const before = this.stack.filter((middleware) => middleware.beforeAgent);
    return before.reduce<Maybe<void>>(
      (done, middleware) =>
        chain(done, () =>
          chain(middleware.beforeAgent?.({ message }, this.context(step, batch.turn)), (result) => {
            if (result && "updates" in result) this.commit(middleware, result.updates ?? []);
          }),
        ),
      undefined,
    );
  }

  /** The step that comes after a batch, or is it; the last one when none does. */
  private nextStep(batch: Batch): number {
    const { stepBatch, batches } = this.recording;
    const at = stepBatch.findIndex((index, step) => step > 0 && (batches[index]?.from ?? 0) >= batch.from);
    return at > 0 ? at : Math.max(1, stepBatch.length - 1);
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
    const sections = this.sectioned.map((middleware) => middleware.promptSections?.(this.state)).filter((section) => section !== undefined);
    if (sections.length === 0) return { system: thread.system, systemSize: system };
    const added = headWithinUnits(sections.join("\n"), this.profile.maxPromptSectionTokens * 4);
    const whole = thread.system === null ? added : `${thread.system}\n${added}`;
    return { system: whole, systemSize: sizeOfText(whole, counting) };
  }

  private baseView(): RequestView {
    const { thread, tools } = this.recording;
    const base = { tools: thread.tools, toolSize: tools, summary: undefined, lifted: undefined };
    return { ...this.systemOf(), ...base, sent: this.sent, from: 0, to: this.stored.length };
  }

  /** One model step: the stack shapes the request, the model answers, state updates are committed. */
  modelStep(batch: Batch): Maybe<ModelResponse> {
    const first = this.ledger.events.length;
    this.ledger.enter(batch.step, batch.turn);
    this.files.enter(batch.step);
    const context: ModelContext = {
      ...this.context(batch.step, batch.turn),
      stored: this.stored,
      compressors: this.ports.compressors,
      accounted: (call) => void this.accounted.push(call.usage),
    };
    let view = this.baseView();
    const model = (request: RequestView): Maybe<ModelResponse> => {
      view = request;
      return this.ports.model(request, batch);
    };
    const through = (at: number, request: RequestView): Maybe<ModelResponse> => {
      const wrapper = this.modelWrappers[at];
      return wrapper ? wrapper(request, context, (given) => through(at + 1, given)) : model(request);
    };
    return chain(through(0, view), (response) => {
      this.tellWaiting(view);
      this.commit(undefined, response.updates ?? []);
      const asked = this.ledger.events.length;
      const events = { from: first, asked, to: asked };
      this.steps.push({ step: batch.step, turn: batch.turn, message: batch.from, view, state: this.state, events });
      return response;
    });
  }

  /** Events of sent forms are written when the first request holds them. */
  private tellWaiting(view: RequestView): void {
    if (this.waiting.length === 0) return;
    const held = ({ index }: { index: number }): boolean => index >= view.from && index < view.to;
    for (const waiting of this.waiting) if (held(waiting)) this.ledger.emit(waiting.event);
    this.waiting = this.waiting.filter((waiting) => !held(waiting));
  }

  /** What the calls of a batch may use: the state as it was committed before them. */
  toolContext(batch: Batch): ToolContext {
    return { ...this.context(batch.step, batch.turn), approved: false, files: this.files };
  }

  private toolCall(batch: Batch, call: RecordedCall, recorded: RecordedResult): ToolCall {
    const { messages } = this.recording.thread;
    const id = (index: number): string => messages[index]?.id ?? "";
    return { identity: call.identity, message: id(batch.from), resultMessage: id(recorded.message), resultPart: recorded.part, call: call.part };
  }

  /** An Error that the loop itself makes: it never comes through the stack. */
  private loopMade(call: ToolCall, batch: Batch, recorded: RecordedCall): ToolOutcome | undefined {
    const fault = this.faults.find(
      (one) => (one.kind === "tool-timeout" || one.kind === "approval-denied") && meansCall(one, call.message, recorded),
    );
    if (!fault) return undefined;
    const subject = { message: call.resultMessage, call: call.call.callId, identity: call.identity, part: call.resultPart };
    const said = fault.kind === "tool-timeout" ? "The tool timed out." : "Denied: approval was refused.";
    this.ledger.emit({ policy: "fault", action: "fault", subject, detail: { fault: fault.kind, pieces: [said] } });
    if (fault.kind === "approval-denied") this.ledger.emit({ policy: "engine", action: "denied", subject });
    return { kind: "error", parts: [text(said)] };
  }

  /** Runs one call through the stack. The last of the stack sees the result first. */
  runCall(batch: Batch, recorded: RecordedResult, call: RecordedCall, context: ToolContext): Maybe<ToolOutcome> {
    const asked = this.toolCall(batch, call, recorded);
    const made = this.faults.length > 0 ? this.loopMade(asked, batch, call) : undefined;
    if (made) return made;
    return this.throughTools(0, asked, context, recorded);
  }

  /** A call on its way in, from the wrapper at `at` on; past the last it reaches the tool. */
  private throughTools(at: number, call: ToolCall, context: ToolContext, recorded: RecordedResult): Maybe<ToolOutcome> {
    const wrapper = this.toolWrappers[at];
    if (!wrapper) return this.ports.tool(call, recorded);
    return wrapper(call, context, (given) => this.throughTools(at + 1, given, context, recorded));
  }

  /** Commits a batch: its messages in stored form, what is sent in their place, and the updates of its calls. */
  commitBatch(batch: Batch, outcomes: readonly (ToolOutcome | undefined)[]): void {
    const stored = this.storedMessages(batch, outcomes);
    const sent = this.forms.of(batch, stored);
    stored.forEach(({ message, size }, at) => {
      const form = sent[at];
      for (const event of form?.events ?? []) this.waiting.push({ index: this.stored.length, event });
      this.stored = this.stored.append(message, size);
      this.sent = this.sent.append(form?.unit ?? [], form?.size ?? []);
    });
    for (const outcome of outcomes) if (outcome && "updates" in outcome) this.commit(undefined, outcome.updates ?? []);
    this.closeStep();
  }

  /** Lets the newest step own every event since. */
  private closeStep(): void {
    const last = this.steps.at(-1);
    const to = this.ledger.events.length;
    if (last && last.events.to !== to) this.steps[this.steps.length - 1] = { ...last, events: { ...last.events, to } };
  }

  private storedMessages(batch: Batch, outcomes: readonly (ToolOutcome | undefined)[]): StoredMessage[] {
    const { thread, sizes } = this.recording;
    const recorded = (index: number): StoredMessage => ({ message: thread.messages[index] as Message, size: sizes[index] as Size, changed: undefined });
    if (batch.results.every(({ result }, at) => isAsRecorded(result, outcomes[at])))
      return Array.from({ length: batch.to - batch.from }, (_, at) => recorded(batch.from + at));
    const replaced = new Map<number, Map<number, ToolResultPart>>();
    batch.results.forEach((recorded, at) => {
      const part = storedResult(recorded.result, outcomes[at]);
      if (part === recorded.result) return;
      const of = replaced.get(recorded.message) ?? new Map<number, ToolResultPart>();
      replaced.set(recorded.message, of.set(recorded.part, part));
    });
    const stored: StoredMessage[] = [];
    for (let index = batch.from; index < batch.to; index++) {
      const parts = replaced.get(index);
      stored.push(parts ? this.withResults(thread.messages[index] as Message, parts) : recorded(index));
    }
    return stored;
  }

  private withResults(message: Message, parts: ReadonlyMap<number, ToolResultPart>): StoredMessage {
    const changed = new Set(parts.keys());
    const next: Message = { ...message, parts: message.parts.map((part, at) => parts.get(at) ?? part) };
    return { message: next, size: sizeOf(next, this.recording.counting, changed), changed };
  }

  /** Runs calls again that a fault wants run again: the same identity, right after the commit of the batch. */
  rerun(batch: Batch): Maybe<void> {
    const lead = this.recording.thread.messages[batch.from]?.id ?? "";
    const again = batch.results.filter(({ call }) => call && this.faults.some((fault) => fault.kind === "rerun" && meansCall(fault, lead, call)));
    return again.reduce<Maybe<void>>(
      (done, recorded) =>
        chain(done, () => {
          const call = recorded.call as RecordedCall;
          this.ledger.emit({ policy: "fault", action: "fault", subject: { message: lead, call: call.part.callId, identity: call.identity }, detail: { fault: "rerun" } });
          return chain(this.runCall(batch, recorded, call, this.toolContext(batch)), (outcome) => {
            if ("updates" in outcome) this.commit(undefined, outcome.updates ?? []);
            this.closeStep();
          });
        }),
      undefined,
    );
  }

  /** Ends a turn. A block restores every key that the turn wrote. */
  endTurn(batch: Batch): Maybe<void> {
    const blocked = this.faults.some((fault) => fault.kind === "output-block" && fault.turn === batch.turn);
    if (blocked) this.restore("output-block");
    const message = this.recording.thread.messages[batch.from];
    const after = message ? this.stack.filter((middleware) => middleware.afterAgent) : [];
    return after.reduce<Maybe<void>>(
      (done, middleware) =>
        chain(done, () =>
          chain(middleware.afterAgent?.({ message: message as Message }, this.context(batch.step, batch.turn)), (result) => {
            if (result && "block" in result) this.restore(result.block);
          }),
        ),
      undefined,
    );
  }

  private restore(reason: string): void {
    this.ledger.emit({ policy: "fault", action: "fault", subject: {}, detail: { fault: reason } });
    for (const key of this.written) {
      if (this.state[key] === this.turnState[key]) continue;
      const { [key]: _undone, ...rest } = this.state;
      const before = this.turnState[key];
      this.state = before === undefined ? rest : { ...rest, [key]: before };
      const owner = this.owners.get(key);
      if (owner) this.ledger.emit({ policy: owner.kind, action: "restored", subject: {}, detail: { reason, note: key } });
    }
    this.closeStep();
  }
}

/** Whether nothing changed a result on its way back. */
function isAsRecorded(recorded: ToolResultPart, outcome: ToolOutcome | undefined): boolean {
  if (!outcome) return true;
  if (outcome.kind !== "success" && outcome.kind !== "error") return false;
  return outcome.parts === recorded.parts && (outcome.kind === "error") === recorded.isError;
}

/** The result as it is stored: the recorded part itself where nothing changed it. */
function storedResult(recorded: ToolResultPart, outcome: ToolOutcome | undefined): ToolResultPart {
  if (!outcome) return recorded;
  if (outcome.kind === "fatal") throw new RunFailure(outcome.reason);
  if (outcome.kind === "needs-approval") return { ...recorded, isError: true, parts: [text(`Denied: ${outcome.reason}`)] };
  return isAsRecorded(recorded, outcome) ? recorded : { ...recorded, isError: outcome.kind === "error", parts: outcome.parts };
}

/** Where a run of a thread begins: before its first batch, with the state that the thread brings. */
export function beginning(recording: Recording): Standing {
  const { state } = recording.thread;
  const start: State = { ...(state?.summary ? { summary: state.summary } : {}), ...(state?.offload ? { offload: state.offload } : {}) };
  const nothing = { steps: [], events: [], files: [], waiting: [], accounted: [], written: [] };
  return {
    batch: 0,
    state: start,
    turnState: start,
    stored: Sequence.empty(COLUMNS),
    sent: Sequence.empty(COLUMNS),
    ...nothing,
  };
}

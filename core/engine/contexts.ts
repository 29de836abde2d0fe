import type { History } from "../lib/history.ts";
import type { Maybe } from "../lib/maybe.ts";
import type { Fault } from "../model/fault.ts";
import type { Message } from "../model/message.ts";
import type { Batch, RecordedResult, Recording } from "../model/recording.ts";
import type { Usage } from "../model/usage.ts";
import type {
  CompressorPort,
  Emit,
  FileStore,
  HookContext,
  Middleware,
  ModelContext,
  ModelResponse,
  Scope,
  State,
  ToolContext,
} from "../policies/middleware.ts";
import type { RequestView } from "../policies/request-view.ts";
import { RunFailure } from "./run.ts";

/** What is the same for every hook of a run. */
export interface Surroundings {
  readonly recording: Recording;
  readonly faults: readonly Fault[];
  readonly files: FileStore;
  readonly emit: Emit;
  readonly scope: Scope | undefined;
  readonly compressors: CompressorPort;
}

/** Where in a run a hook is called. */
export interface Moment {
  readonly step: number;
  readonly turn: number;
}

/**
 * What a hook of a turn may use; the state is as it was committed before. A run makes thousands of contexts: each holds
 * where it is and what is around.
 */
export class TurnContext implements HookContext {
  readonly step: number;
  readonly turn: number;
  readonly state: State;
  protected readonly around: Surroundings;

  constructor(around: Surroundings, { step, turn }: Moment, state: State) {
    this.step = step;
    this.turn = turn;
    this.state = state;
    this.around = around;
  }

  get emit(): Emit {
    return this.around.emit;
  }
  get faults(): readonly Fault[] {
    return this.around.faults;
  }
  get recording(): Recording {
    return this.around.recording;
  }
  get files(): FileStore {
    return this.around.files;
  }
  get scope(): Scope | undefined {
    return this.around.scope;
  }
}

/** What a wrapper of tool calls may use; `recorded` is for the port that stands for the tool. */
export class CallContext extends TurnContext implements ToolContext {
  readonly recorded: RecordedResult;
  readonly approved: boolean;

  constructor(around: Surroundings, at: Moment, state: State, recorded: RecordedResult, approved = false) {
    super(around, at, state);
    this.recorded = recorded;
    this.approved = approved;
  }

  /** The same for a call that was approved. */
  approve(): CallContext {
    return new CallContext(this.around, this, this.state, this.recorded, true);
  }
}

/** What a model step asks of the run that makes it. */
export interface Asked {
  readonly stored: History<Message>;
  /** Answers the request that came through the whole stack. */
  answer(request: RequestView, batch: Batch): Maybe<ModelResponse>;
  account(usage: Usage | undefined): void;
  ask(question: string): Maybe<string>;
}

/** What a wrapper of model calls may use. */
export class StepContext extends TurnContext implements ModelContext {
  readonly batch: Batch;
  readonly stored: History<Message>;
  private readonly run: Asked;
  private readonly asker: Middleware | undefined;

  constructor(around: Surroundings, run: Asked, batch: Batch, state: State, asker?: Middleware) {
    super(around, batch, state);
    this.batch = batch;
    this.stored = run.stored;
    this.run = run;
    this.asker = asker;
  }

  get compressors(): CompressorPort {
    return this.around.compressors;
  }

  accounted(call: { readonly usage: Usage | undefined }): void {
    this.run.account(call.usage);
  }

  /** Questions are for asking wrappers. */
  ask(question: string): Maybe<string> {
    if (this.asker?.asking) return this.run.ask(question);
    throw new RunFailure(`${this.asker?.kind} asked a question, but is not an asking wrapper`);
  }

  /** The same as one wrapper may use it. */
  of(asker: Middleware): StepContext {
    return new StepContext(this.around, this.run, this.batch, this.state, asker);
  }

  /** The model's answer to what came through the stack. */
  answer(request: RequestView): Maybe<ModelResponse> {
    return this.run.answer(request, this.batch);
  }
}

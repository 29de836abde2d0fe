import type { History } from "../lib/history.ts";
import { type Maybe, chain } from "../lib/maybe.ts";
import type { Message } from "../model/message.ts";
import type { Batch } from "../model/recording.ts";
import type { Usage } from "../model/usage.ts";
import type { Emit, ModelResponse } from "../policies/middleware.ts";
import type { RequestView } from "../policies/request-view.ts";
import type { Asked } from "./contexts.ts";
import type { RunPorts } from "./ports.ts";
import { Suspension } from "./run.ts";

/** What model steps have to do with the outside. */
export interface Outside {
  readonly ports: RunPorts;
  readonly emit: Emit;
  /** Usage of compressors' calls, and of every call of the model beyond the first of a step. */
  readonly accounted: (Usage | undefined)[];
}

/** A model step under way: what the wrappers let through to the model, and what they ask beside it. */
export class ModelStep implements Asked {
  readonly stored: History<Message>;
  /** The request that reached the model last; until then the one that the step began with. */
  sent: RequestView;
  private readonly outside: Outside;
  private calls = 0;

  constructor(outside: Outside, stored: History<Message>, request: RequestView) {
    this.outside = outside;
    this.stored = stored;
    this.sent = request;
  }

  answer(request: RequestView, batch: Batch): Maybe<ModelResponse> {
    this.sent = request;
    return chain(this.outside.ports.model(request, batch), (response) => {
      // The first is the step's own, and in the recording.
      if (this.calls++ > 0) this.account(response.usage);
      return response;
    });
  }

  account(usage: Usage | undefined): void {
    this.outside.accounted.push(usage);
  }

  ask(question: string): Maybe<string> {
    const { ports, emit } = this.outside;
    emit({ policy: "engine", action: "asked", subject: {}, detail: { reason: question } });
    if (!ports.answer) throw new Suspension(question);
    return ports.answer(question);
  }
}

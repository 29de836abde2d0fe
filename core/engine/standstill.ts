import type { History } from "../lib/history.ts";
import type { Message } from "../model/message.ts";
import type { Recording } from "../model/recording.ts";
import type { QuietContext, State } from "../policies/middleware.ts";
import type { RequestView } from "../policies/request-view.ts";
import type { Histories } from "./histories.ts";

/** A run that can tell what it would send. */
interface Sending {
  readonly recording: Recording;
  plainRequest(): RequestView;
}

/**
 * A run before a batch, for policies that are asked for a promise. Often the first one gives none: then nobody needs the
 * request.
 */
export class Standstill implements QuietContext {
  readonly state: State;
  readonly stored: History<Message>;
  private readonly run: Sending;
  private readonly sent: RequestView["sent"];
  private plain: RequestView | undefined;

  constructor(run: Sending, state: State, { stored, sent }: Histories) {
    this.run = run;
    this.state = state;
    this.stored = stored;
    this.sent = sent;
  }

  get recording(): Recording {
    return this.run.recording;
  }

  get request(): RequestView {
    this.plain ??= this.run.plainRequest();
    return this.plain;
  }

  get whole(): RequestView["sent"] {
    return this.sent.grow(this.recording.raw.length);
  }
}

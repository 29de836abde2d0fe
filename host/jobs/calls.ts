import { type FromHost, HostError, type ToHost, type Wire } from "../../core/contract/rpc.ts";
import { failureOf } from "../failure.ts";

/** What the work of one call may use: events to the caller, and a signal that cancels it. */
export interface Running {
  readonly emit: (event: unknown) => void;
  readonly signal: AbortSignal;
}

/** Finds the work of a call. Throws a HostError for an unknown method or bad parameters. */
export type Route = (method: string, params: unknown) => (running: Running) => unknown;

/** The caller's end of a wire as this side sees it. */
export type CallerWire = Wire<ToHost, FromHost>;

/** How many calls of one caller may run at once. */
const callLimit = 1000;

/** True for a value that is a message of the protocol; its parameters are not looked at. */
export function isToHost(value: unknown): value is ToHost {
  if (typeof value !== "object" || value === null) return false;
  const { t, id } = value as { t?: unknown; id?: unknown };
  return (t === "call" || t === "cancel") && typeof id === "number" && Number.isSafeInteger(id) && id > 0;
}

class Answering {
  private readonly wire: CallerWire;
  private readonly route: Route;
  private readonly running = new Map<number, AbortController>();
  private closed = false;

  constructor(wire: CallerWire, route: Route) {
    this.wire = wire;
    this.route = route;
    wire.onMessage((message) => this.take(message));
  }

  readonly stop = (): void => {
    this.closed = true;
    for (const control of this.running.values()) control.abort();
    this.running.clear();
  };

  private take(message: ToHost): void {
    if (this.closed) return;
    if (message.t === "cancel") this.running.get(message.id)?.abort();
    else if (this.running.has(message.id))
      this.fail(
        message.id,
        new HostError("bad_params", `A call with the id ${message.id} is running already`),
      );
    else if (this.running.size >= callLimit)
      this.fail(
        message.id,
        new HostError("failed", `More than ${callLimit} calls are running: wait for some to end`),
      );
    else void this.answer(message.id, message.m, message.p);
  }

  private async answer(id: number, method: string, params: unknown): Promise<void> {
    const control = new AbortController();
    this.running.set(id, control);
    const { signal } = control;
    const emit = (e: unknown): void => {
      if (!signal.aborted) this.post({ t: "event", id, e });
    };
    try {
      const r: unknown = await this.route(method, params)({ emit, signal });
      // A cancel that came too late changes nothing: what was done is told.
      this.post({ t: "ok", id, r });
    } catch (error) {
      this.fail(id, failureOf(error, signal.aborted));
    } finally {
      this.running.delete(id);
    }
  }

  private fail(id: number, { code, message }: HostError): void {
    this.post({ t: "err", id, code, message });
  }

  private post(message: FromHost): void {
    if (!this.closed) this.wire.post(message);
  }
}

/** Answers every call that comes over a wire, each once. Gives what ends it and cancels what is running. */
export function answerCalls(wire: CallerWire, route: Route): () => void {
  return new Answering(wire, route).stop;
}

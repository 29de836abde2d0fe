import { type ResourceLimits, Worker } from "node:worker_threads";
import { type FromHost, HostError, type ToHost } from "../../core/contract/rpc.ts";
import { endThread, endThreadsAtExit } from "./end-thread.ts";
import type { Job, JobOptions, Settling } from "./job.ts";
import { workerUrl, type WorkerName } from "./worker-url.ts";

interface OpenCall {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly onEvent: ((event: never) => void) | undefined;
}

type ParamsOf<J> = J extends Job<infer P, unknown, unknown> ? P : never;
type ResultOf<J> =
  J extends Job<never, infer R, unknown> ? R : J extends { readonly result: infer R } ? R : never;
type EventOfJob<J> = J extends { readonly event: infer E } ? E : never;

/** Asks a thread to end by itself. It then answers with this very text and is done. */
export const stopWord = "stop";

/** How long a thread may take to end by itself, in milliseconds. */
const stopTime = 5000;
/** How long work that was given up may take to say itself what it has come to, in milliseconds. */
const sayTime = 50;

let atExit = false;

/**
 * A thread that does the jobs of a table. It is started with the first call, and again with the next call after it
 * crashed; a crash fails the calls that were open with a message that says so.
 */
export class JobThread<Jobs> {
  private readonly name: WorkerName;
  private readonly data: unknown;
  private readonly notice: (notice: unknown) => void;
  private readonly resourceLimits: ResourceLimits;
  private readonly open = new Map<number, OpenCall>();
  private worker: Worker | undefined;
  private next = 1;
  private stopped = false;

  /** `data` is what the thread starts with; `notice` gets what it says by itself; `limits` bound its memory. */
  constructor(
    name: WorkerName,
    data: unknown,
    notice: (notice: unknown) => void = () => undefined,
    limits: ResourceLimits = {},
  ) {
    this.name = name;
    this.data = data;
    this.notice = notice;
    this.resourceLimits = limits;
  }

  /**
   * Does a job. A cancelled one is rejected at once, even if the thread notices later; one that `settles` as soon as it
   * is certain what became of it, which is at once unless something is being stored just then.
   */
  call<N extends keyof Jobs & string>(
    name: N,
    params: ParamsOf<Jobs[N]>,
    { signal, onEvent, settles }: JobOptions<ResultOf<Jobs[N]>, EventOfJob<Jobs[N]>> = {},
  ): Promise<ResultOf<Jobs[N]>> {
    if (this.stopped) return Promise.reject(new HostError("closed", "Ullage is stopping"));
    if (signal?.aborted) return Promise.reject(new HostError("aborted", "Cancelled"));
    const id = this.next++;
    const worker = this.start();
    return new Promise((resolve, reject) => {
      const cancel = (): void => {
        worker.postMessage({ t: "cancel", id } satisfies ToHost);
        this.giveUp(id, settles);
      };
      const ended = (): void => signal?.removeEventListener("abort", cancel);
      this.open.set(id, {
        resolve: (value) => (ended(), resolve(value as ResultOf<Jobs[N]>)),
        reject: (error) => (ended(), reject(error)),
        onEvent,
      });
      signal?.addEventListener("abort", cancel, { once: true });
      worker.postMessage({ t: "call", id, m: name, p: params });
    });
  }

  /** Ends a call as cancelled; where something is being stored just now, its own answer counts. */
  private giveUp(id: number, settles: Settling<unknown> | undefined): void {
    if (settles && !settles.gate.giveUp()) return;
    if (!settles?.soFar) return this.end(id, (call) => call.reject(new HostError("aborted", "Cancelled")));
    const { soFar } = settles;
    // What it told before it was given up has come until then.
    setTimeout(() => this.end(id, (call) => call.resolve(soFar())), sayTime);
  }

  private end(id: number, how: (call: OpenCall) => void): void {
    const call = this.open.get(id);
    this.open.delete(id);
    if (call) how(call);
  }

  /** Ends the thread: it is asked to, and after a while made to. */
  async stop(): Promise<void> {
    this.stopped = true;
    const { worker } = this;
    if (!worker) return;
    const gone = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
    worker.postMessage(stopWord);
    const timer = setTimeout(() => void endThread(worker), stopTime);
    await gone;
    clearTimeout(timer);
  }

  private start(): Worker {
    if (this.worker) return this.worker;
    if (!atExit) endThreadsAtExit();
    atExit = true;
    const { name, data: workerData, resourceLimits } = this;
    const worker = new Worker(workerUrl(name), { workerData, name, resourceLimits });
    let reason = "it stopped";
    worker.on("message", (message: FromHost) => this.take(message));
    worker.on("error", (error) => (reason = error instanceof Error ? error.message : String(error)));
    worker.on("exit", () => this.ended(worker, reason));
    this.worker = worker;
    return worker;
  }

  private take(message: FromHost): void {
    if (message.t === "event" && message.id === 0) return this.notice(message.e);
    if (message.t === "event") return this.open.get(message.id)?.onEvent?.(message.e as never);
    this.end(message.id, (call) => {
      if (message.t === "ok") call.resolve(message.r);
      else call.reject(new HostError(message.code, message.message));
    });
  }

  private ended(worker: Worker, reason: string): void {
    if (this.worker === worker) this.worker = undefined;
    const failure = this.stopped
      ? new HostError("closed", "Ullage is stopping")
      : new HostError("failed", `The ${this.name} crashed (${reason}) and was started anew: try again`);
    if (!this.stopped) process.stderr.write(`${failure.message}\n`);
    for (const call of this.open.values()) call.reject(failure);
    this.open.clear();
  }
}

import { parentPort } from "node:worker_threads";
import { type FromHost, HostError, type ToHost } from "../../core/contract/rpc.ts";
import { answerCalls } from "./calls.ts";
import type { AnyJobHandler, JobHandlers } from "./job.ts";
import { stopWord } from "./job-thread.ts";

/** Says something by itself to the host. */
export function notify(notice: unknown): void {
  parentPort?.postMessage({ t: "event", id: 0, e: notice } satisfies FromHost);
}

/** Makes this thread do the jobs of a table until it is asked to stop; `stop` then ends what is running. */
export function doJobs<Jobs>(handlers: JobHandlers<Jobs>, stop: () => Promise<void>): void {
  const port = parentPort;
  if (!port) throw new Error("this file is a thread's");
  const listeners: ((message: ToHost) => void)[] = [];
  const wire = {
    post: (message: FromHost) => port.postMessage(message),
    onMessage: (listener: (message: ToHost) => void) => void listeners.push(listener),
  };
  const end = answerCalls(wire, (name, params) => {
    if (!Object.hasOwn(handlers, name)) throw new HostError("no_method", `There is no job ${name}`);
    const handler = handlers[name as keyof Jobs] as AnyJobHandler;
    return (running) => handler(params, running);
  });
  port.on("message", (message: ToHost | typeof stopWord) => {
    if (message !== stopWord) return listeners.forEach((listener) => listener(message));
    end();
    void stop().finally(() => port.close());
  });
}

import { onTestFinished } from "vitest";
import { connectHost } from "../../core/contract/client.ts";
import type { FromHost, Host, ToHost } from "../../core/contract/rpc.ts";
import { type AppHost, createHost } from "../../host/create-host.ts";
import { temporaryFolder } from "./host-library.ts";

/** A host with its threads, stopped when the test ends. */
export function startHost(folder = temporaryFolder(), shell: "browser" | "electron" = "browser"): AppHost {
  const host = createHost({ folder, shell });
  onTestFinished(() => host.stop());
  return host;
}

/** Both ends of a wire in this process, for messages of the protocol and for others. */
export interface RawWindow {
  send(message: unknown): void;
  readonly received: FromHost[];
  /** Resolves with the last message of a call. */
  end(id: number): Promise<FromHost>;
  close(): void;
}

/** A window that sends what it likes. */
export function rawWindow(host: AppHost): RawWindow {
  const listeners: ((message: ToHost) => void)[] = [];
  const received: FromHost[] = [];
  const waiting = new Map<number, (message: FromHost) => void>();
  const post = (message: FromHost): void => {
    received.push(message);
    if (message.t !== "event") waiting.get(message.id)?.(message);
  };
  const close = host.serve({ post, onMessage: (listener) => void listeners.push(listener) });
  return {
    send: (message) => listeners.forEach((listener) => listener(message as ToHost)),
    received,
    end: (id) => new Promise((resolve) => waiting.set(id, resolve)),
    close,
  };
}

/** A window as the renderer connects it. */
export function connectWindow(host: AppHost): Host {
  const window: ((message: FromHost) => void)[] = [];
  const listeners: ((message: ToHost) => void)[] = [];
  const end = host.serve({
    post: (message) => queueMicrotask(() => window.forEach((listener) => listener(message))),
    onMessage: (listener) => void listeners.push(listener),
  });
  onTestFinished(end);
  return connectHost({
    post: (message) => listeners.forEach((listener) => listener(message)),
    onMessage: (listener) => void window.push(listener),
  });
}

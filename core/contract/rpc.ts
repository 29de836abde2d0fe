import type { EventOf, MethodName, Params, Result } from "./methods.ts";

/** From the window to the host, the same over WebSocket, Electron's MessagePort and a worker's port. */
export type ToHost =
  | { readonly t: "call"; readonly id: number; readonly m: MethodName; readonly p: unknown }
  | { readonly t: "cancel"; readonly id: number };

/** From the host to the window. `code` is one of HostErrorCode. */
export type FromHost =
  | { readonly t: "ok"; readonly id: number; readonly r: unknown }
  | { readonly t: "event"; readonly id: number; readonly e: unknown }
  | { readonly t: "err"; readonly id: number; readonly code: HostErrorCode; readonly message: string };

/** Why a call failed. `closed`: the connection went away. */
export type HostErrorCode =
  | "no_method"
  | "bad_params"
  | "bad_input"
  | "not_found"
  | "aborted"
  | "failed"
  | "closed";

/** An error that a call ends with. The message is for people: what, where, and what to do. */
export class HostError extends Error {
  override readonly name = "HostError";
  readonly code: HostErrorCode;
  constructor(code: HostErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** How a call is made: events while it runs, and a signal that cancels it. */
export interface CallOptions<M extends MethodName> {
  readonly onEvent?: (event: EventOf<M>) => void;
  readonly signal?: AbortSignalLike;
}

/** As much of AbortSignal as is needed: the core knows no DOM. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void, options?: { once?: boolean }): void;
}

/** What a window needs of a host. */
export interface Host {
  call<M extends MethodName>(method: M, params: Params<M>, options?: CallOptions<M>): Promise<Result<M>>;
}

/** One end of a connection. */
export interface Wire<In, Out> {
  post(message: Out): void;
  onMessage(listener: (message: In) => void): void;
}

/** What a handler may use while it runs. */
export interface CallContext<M extends MethodName> {
  readonly emit: (event: EventOf<M>) => void;
  readonly signal: AbortSignalLike & { throwIfAborted(): void };
}

/** A host's side of every call. */
export type Handlers = {
  [M in MethodName]: (params: Params<M>, context: CallContext<M>) => Promise<Result<M>> | Result<M>;
};

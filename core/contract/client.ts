import type { MethodName, Params, Result } from "./methods.ts";
import { type CallOptions, type FromHost, type Host, HostError, type ToHost, type Wire } from "./rpc.ts";

interface OpenCall {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
  readonly event: ((event: never) => void) | undefined;
}

/** A host at the other end of a wire, and `fail`, which ends every open call when the wire is gone. */
export function connectHost(wire: Wire<FromHost, ToHost>): Host & { fail(reason: string): void } {
  let next = 1;
  const open = new Map<number, OpenCall>();
  wire.onMessage((message) => {
    const call = open.get(message.id);
    if (!call) return;
    if (message.t === "event") return call.event?.(message.e as never);
    open.delete(message.id);
    if (message.t === "ok") call.resolve(message.r as never);
    else call.reject(new HostError(message.code, message.message));
  });
  return {
    call<M extends MethodName>(m: M, p: Params<M>, options: CallOptions<M> = {}): Promise<Result<M>> {
      const id = next++;
      return new Promise<Result<M>>((resolve, reject) => {
        if (options.signal?.aborted) return reject(new HostError("aborted", "cancelled"));
        open.set(id, {
          resolve: resolve as (value: never) => void,
          reject,
          event: options.onEvent as OpenCall["event"],
        });
        options.signal?.addEventListener("abort", () => wire.post({ t: "cancel", id }), { once: true });
        wire.post({ t: "call", id, m, p });
      });
    },
    fail(reason) {
      for (const call of open.values()) call.reject(new HostError("closed", reason));
      open.clear();
    },
  };
}

import { type MethodName, methods } from "../core/contract/methods.ts";
import { type Handlers, HostError } from "../core/contract/rpc.ts";
import { type CallerWire, type Route, type Running, answerCalls } from "./jobs/calls.ts";

type AnyHandler = (params: unknown, running: Running) => unknown;

function badParams(method: string, issues: readonly { path: PropertyKey[]; message: string }[]): HostError {
  const said = issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.map(String).join(".") || "parameters"}: ${message}`);
  return new HostError("bad_params", `Bad parameters of ${method}: ${said.join("; ")}`);
}

function routeTo(handlers: Handlers): Route {
  return (name, params) => {
    if (typeof name !== "string" || !Object.hasOwn(methods, name))
      throw new HostError("no_method", `There is no call ${JSON.stringify(String(name).slice(0, 100))}`);
    const method = name as MethodName;
    const checked = methods[method].params.safeParse(params);
    if (!checked.success) throw badParams(method, checked.error.issues);
    return (running) => (handlers[method] as AnyHandler)(checked.data, running);
  };
}

/**
 * The host's side of the contract over one wire: checks every call's parameters, runs its handler, sends its events
 * and its end, cancels it when asked. Gives what ends it. The same for WebSocket and for Electron's ports.
 */
export function serve(wire: CallerWire, handlers: Handlers): () => void {
  return answerCalls(wire, routeTo(handlers));
}

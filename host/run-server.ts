import path from "node:path";
import { type AppHost, createHost } from "./create-host.ts";
import { dataFolder } from "./data-folder.ts";
import { codeOf, failureOf } from "./failure.ts";
import { bindAddress } from "./http/bind-address.ts";
import { type AppServer, startServer } from "./server.ts";
import { appFolder } from "./version.ts";

/** What a person may ask of the server. */
export interface ServerRequest {
  readonly files: readonly string[];
  /** True to go on with the files as they grow. */
  readonly follow?: boolean;
  readonly port: number;
  readonly host?: string | undefined;
  readonly data?: string | undefined;
}

/** A server that runs until a signal, or the reason why there is none. */
export type ServerStart =
  | { readonly server: AppServer; readonly stopped: Promise<void> }
  | { readonly error: string };

const warning =
  "Warning: this address can be reached from other machines. Whoever gets the link can read your transcripts.";

/** Stops in order at a signal, or when whoever started it has gone. */
function stopAtSignal(host: AppHost, server: AppServer): Promise<void> {
  return new Promise((resolve) => {
    let stopping = false;
    const stop = (): void => {
      if (stopping) return;
      stopping = true;
      void server
        .close()
        .then(() => host.stop())
        .finally(resolve);
    };
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
    if (process.connected) process.on("disconnect", stop);
  });
}

function listenProblem(error: unknown, port: number): string {
  if (codeOf(error) === "EADDRINUSE")
    return `Port ${port} is in use: choose another with --port, or leave it out`;
  if (codeOf(error) === "EACCES") return `Port ${port} is not allowed: choose one above 1023 with --port`;
  return failureOf(error, false).message;
}

/** Opens the library, serves the window, imports the files that were asked for. */
export async function runServer(request: ServerRequest): Promise<ServerStart> {
  const bind = bindAddress(request.host);
  if ("error" in bind) return bind;
  let host: AppHost | undefined;
  try {
    const tell = (line: string): void => void process.stderr.write(`${line}\n`);
    host = createHost({ folder: dataFolder(request.data), shell: "browser", tell });
    await host.ready();
    const pages = path.join(appFolder(), "dist", "renderer");
    const server = await startServer({ host, bind, port: request.port, pages });
    if (!bind.loopback) process.stderr.write(`${warning}\n`);
    void host.open(request.files, { follow: request.follow ?? false });
    return { server, stopped: stopAtSignal(host, server) };
  } catch (error) {
    await host?.stop();
    return { error: listenProblem(error, request.port) };
  }
}

/** Prints a link, and a new one each time Enter is pressed; a program that started this one is sent it. */
export function announce(server: AppServer, say: (line: string) => void): void {
  const link = server.newLink();
  if (process.send) {
    process.send({ ready: link });
    process.on("message", () => process.send?.({ link: server.newLink() }));
    return;
  }
  say(link);
  if (!process.stdin.isTTY) return;
  process.stdin.on("data", () => say(server.newLink()));
  process.stdin.unref();
}

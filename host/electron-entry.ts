import type { FromHost } from "../core/contract/rpc.ts";
import { createHost } from "./create-host.ts";
import { dataFolder } from "./data-folder.ts";
import { isToHost } from "./jobs/calls.ts";

/** As much of Electron's MessagePortMain as is used. Electron itself is never imported here. */
interface WindowPort {
  postMessage(message: FromHost): void;
  on(event: "message", listener: (event: { readonly data: unknown }) => void): void;
  once(event: "close", listener: () => void): void;
  start(): void;
}

/** As much of a utility process's parentPort as is used. */
interface ParentPort {
  on(
    event: "message",
    listener: (event: { readonly data: unknown; readonly ports: WindowPort[] }) => void,
  ): void;
}

const parentPort = (process as { readonly parentPort?: ParentPort }).parentPort;
if (!parentPort) throw new Error("this file is the utility process of the desktop app");

const host = createHost({ folder: dataFolder(), shell: "electron" });

function connect(port: WindowPort): void {
  const end = host.serve({
    post: (message) => port.postMessage(message),
    onMessage: (listener) => port.on("message", ({ data }) => isToHost(data) && listener(data)),
  });
  port.once("close", end);
  port.start();
}

function filesOf(data: unknown): string[] {
  if (typeof data !== "object" || data === null || !("files" in data) || !Array.isArray(data.files))
    return [];
  return data.files.filter((file: unknown) => typeof file === "string");
}

function followOf(data: unknown): boolean {
  return typeof data === "object" && data !== null && "follow" in data && data.follow === true;
}

parentPort.on("message", ({ data, ports }) => {
  for (const port of ports) connect(port);
  void host.open(filesOf(data), { follow: followOf(data) });
});

process.once("SIGTERM", () => void host.stop().finally(() => process.exit(0)));

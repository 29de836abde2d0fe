import { connectHost } from "../../core/contract/client.ts";
import { type FromHost, HostError, type ToHost, type Wire } from "../../core/contract/rpc.ts";
import type { Connection, LinkState, LocalFolder } from "../../core/contract/connection.ts";
import { Signal } from "./signal.ts";

/** What the preload script gives the page (`window.ullage`). */
export interface Shell {
  /** Path of a dropped or chosen file; empty when it has none. */
  pathForFile(file: File): string;
  /** Tells which of the page's commands the menu asked for; the returned function ends that. */
  onCommand(listener: (command: string) => void): () => void;
}

declare global {
  interface Window {
    readonly ullage?: Shell;
  }
}

/** The name of the message with which the preload hands over the host's port. */
export const PORT_MESSAGE = "core-port";

/** A wire over the port that arrives later (and again, when the host was restarted): what is posted before waits. */
export class PortWire implements Wire<FromHost, ToHost> {
  #port: MessagePort | undefined;
  #receive: (message: FromHost) => void = () => {};
  readonly #waiting: ToHost[] = [];

  take(port: MessagePort): void {
    this.#port?.close();
    this.#port = port;
    port.addEventListener("message", (event: MessageEvent<FromHost>) => this.#receive(event.data));
    port.start();
    for (const message of this.#waiting.splice(0)) port.postMessage(message);
  }
  post(message: ToHost): void {
    if (this.#port) this.#port.postMessage(message);
    else this.#waiting.push(message);
  }
  onMessage(listener: (message: FromHost) => void): void {
    this.#receive = listener;
  }
}

/** The path of the folder that files were chosen in: theirs, without what leads from the folder to them. */
function folderPath(shell: Shell, files: LocalFolder["files"]): string {
  const [first] = files;
  const path = first ? shell.pathForFile(first.file as File) : "";
  const below = first?.name.length ?? 0;
  return path.replaceAll("\\", "/").endsWith(`/${first?.name}`) ? path.slice(0, -below - 1) : path;
}

/** The connection of the desktop shell: the preload's port, files by their path. */
export function electronConnection(page: Window, shell: Shell): Connection {
  const link = new Signal<LinkState>({ kind: "connecting" });
  const wire = new PortWire();
  const host = connectHost(wire);
  page.addEventListener("message", (event) => {
    const [port] = event.ports;
    if (event.source !== page || event.data !== PORT_MESSAGE || !port) return;
    if (link.get().kind === "open") host.fail("the host was started again");
    // Fires when the host's process ends (Chromium 122 and later).
    port.addEventListener("close", () => {
      host.fail("the host has stopped");
      link.set({ kind: "lost", attempt: 1, waiting: 0 });
    });
    wire.take(port);
    link.set({ kind: "open" });
  });
  return {
    host,
    link,
    reconnect: () => {},
    sourceOf: (file) => {
      const path = shell.pathForFile(file as File);
      if (path) return Promise.resolve({ kind: "path", path });
      return Promise.reject(
        new HostError("bad_input", `${file.name}: this file has no path on this machine`),
      );
    },
    folderOf: ({ name, root, files }) => {
      const path = root ? shell.pathForFile(root as File) : folderPath(shell, files);
      if (path) return Promise.resolve({ kind: "path", path });
      return Promise.reject(new HostError("bad_input", `${name}: this folder has no path on this machine`));
    },
  };
}

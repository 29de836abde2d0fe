import { connectHost } from "../../core/contract/client.ts";
import { type FromHost, HostError, type ToHost } from "../../core/contract/rpc.ts";
import { backoff } from "./backoff.ts";
import type { Connection, LinkState } from "../../core/contract/connection.ts";
import { Signal } from "./signal.ts";
import { uploadFile, uploadFolder } from "./upload.ts";
import { windowName } from "./window-name.ts";

/** As much of WebSocket as is used, so that a test can bring its own. */
export type SocketMaker = (url: string) => WebSocket;

const NEW_ADDRESS = "The host was started again with a new address. Open the address that it printed.";

/** True when the host answers but no longer knows this window's token: trying again would never help. */
async function tokenRefused(origin: string): Promise<boolean> {
  try {
    return (await fetch(origin, { method: "HEAD", cache: "no-store" })).status === 403;
  } catch {
    return false;
  }
}

/** A link over WebSocket that comes back by itself: calls made while it is away wait, calls under way fail as `closed`. */
export class SocketLink {
  readonly state = new Signal<LinkState>({ kind: "connecting" });
  readonly #url: string;
  readonly #make: SocketMaker;
  readonly #waiting: ToHost[] = [];
  #receive: (message: FromHost) => void = () => {};
  #broken: (reason: string) => void = () => {};
  #socket: WebSocket | undefined;
  #attempt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly #isRefused: () => Promise<boolean>;

  constructor(url: string, make: SocketMaker, isRefused: () => Promise<boolean>) {
    this.#url = url;
    this.#make = make;
    this.#isRefused = isRefused;
  }

  readonly wire = {
    post: (message: ToHost): void => {
      if (this.#socket?.readyState === 1) this.#socket.send(JSON.stringify(message));
      else this.#hold(message);
    },
    onMessage: (listener: (message: FromHost) => void): void => {
      this.#receive = listener;
    },
  };

  onBroken(listener: (reason: string) => void): void {
    this.#broken = listener;
  }

  readonly open = (): void => {
    clearTimeout(this.#timer);
    if (this.#socket && this.#socket.readyState < 2) return;
    if (this.#attempt === 0) this.state.set({ kind: "connecting" });
    const socket = this.#make(this.#url);
    this.#socket = socket;
    socket.addEventListener("open", () => this.#opened(socket));
    socket.addEventListener("message", (event: MessageEvent<string>) =>
      this.#receive(JSON.parse(event.data) as FromHost),
    );
    socket.addEventListener("close", () => this.#closed(socket));
  };

  /** A call that was never sent needs no cancel: both leave the queue. */
  #hold(message: ToHost): void {
    const at = this.#waiting.findIndex((held) => held.id === message.id);
    if (message.t === "cancel" && at >= 0) {
      this.#waiting.splice(at, 1);
      this.#receive({ t: "err", id: message.id, code: "aborted", message: "cancelled" });
    } else if (message.t === "call") this.#waiting.push(message);
  }

  #opened(socket: WebSocket): void {
    this.#attempt = 0;
    for (const message of this.#waiting.splice(0)) socket.send(JSON.stringify(message));
    this.state.set({ kind: "open" });
  }

  /** What was sent is lost and fails; what was still held is sent when the link is back. */
  #closed(socket: WebSocket): void {
    if (socket !== this.#socket) return;
    if (this.state.get().kind === "open") this.#broken("the connection to the host was lost");
    const waiting = backoff(++this.#attempt);
    this.state.set({ kind: "lost", attempt: this.#attempt, waiting });
    this.#timer = setTimeout(this.open, waiting);
    void this.#isRefused().then((refused) => {
      if (refused && this.#socket === socket) this.state.set({ kind: "refused", reason: NEW_ADDRESS });
    });
  }
}

/** The connection of the browser shell: `/rpc` of the page's own origin, files by `POST /upload`. */
export function browserConnection(
  location: Location,
  make: SocketMaker = (url) => new WebSocket(url),
): Connection {
  const url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/rpc?window=${windowName}`;
  const link = new SocketLink(url, make, () => tokenRefused(`${location.origin}/`));
  const host = connectHost(link.wire);
  link.onBroken((reason) => host.fail(reason));
  link.open();
  return {
    host,
    link: link.state,
    reconnect: link.open,
    sourceOf: (file, options) => {
      if (link.state.get().kind !== "open") {
        return Promise.reject(new HostError("closed", `${file.name}: there is no connection to the host`));
      }
      return uploadFile(file as File, options);
    },
    folderOf: (folder, options) => {
      if (link.state.get().kind !== "open") {
        return Promise.reject(new HostError("closed", `${folder.name}: there is no connection to the host`));
      }
      return uploadFolder(folder, options);
    },
  };
}

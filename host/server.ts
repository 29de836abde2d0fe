import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import type { AppHost } from "./create-host.ts";
import { codeOf } from "./failure.ts";
import { Access } from "./http/access.ts";
import { answerText, safeHeaders } from "./http/answer.ts";
import { type BindAddress, isOwnHost } from "./http/bind-address.ts";
import { largestFrame, socketWire } from "./http/socket-wire.ts";
import { answerFile } from "./http/static-files.ts";
import { answerForget, answerUpload, windowOf } from "./http/upload-request.ts";

/** How a server is started. */
export interface ServerSetup {
  readonly host: AppHost;
  readonly bind: BindAddress;
  /** 0 for any that is free. */
  readonly port: number;
  /** Folder of the window's files. */
  readonly pages: string;
}

/** A listening server. */
export interface AppServer {
  readonly port: number;
  /** Makes a link that opens the window once; an older one that was not used is void. */
  newLink(): string;
  /** Ends every connection and stops listening. */
  close(): Promise<void>;
}

/** Windows that may be connected at once. */
const windowLimit = 64;

const howToGetIn = [
  "This link does not work, or not any more: each opens Ullage once.",
  "To get a new one, press Enter in the terminal where Ullage runs, or start it again (npm start, or ullage serve).",
].join("\n");

class WindowServer implements AppServer {
  readonly port: number;
  private readonly setup: ServerSetup;
  private readonly server: http.Server;
  private readonly access: Access;
  private readonly sockets = new WebSocketServer({
    noServer: true,
    maxPayload: largestFrame,
    perMessageDeflate: false,
  });

  constructor(setup: ServerSetup, server: http.Server) {
    this.setup = setup;
    this.server = server;
    this.port = (server.address() as AddressInfo).port;
    this.access = new Access(this.port);
    server.on("request", (request: IncomingMessage, response: ServerResponse) => {
      this.answer(request, response).catch((error: unknown) => this.broken(error, response));
    });
    server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      try {
        this.upgrade(request, socket, head);
      } catch {
        // Nothing that a stranger sends may end the server.
        refuse(socket, "400 Bad Request");
      }
    });
  }

  newLink(): string {
    return `http://${this.setup.bind.shownHost}:${this.port}/?token=${this.access.newToken()}`;
  }

  close(): Promise<void> {
    for (const socket of this.sockets.clients) socket.close(1001, "Ullage is stopping");
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      setTimeout(() => {
        for (const socket of this.sockets.clients) socket.terminate();
        this.server.closeAllConnections();
      }, 200);
    });
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A name that somebody pointed at this machine must not reach us.
    if (!this.isOwn(request))
      return answerText(request, response, 421, "This is not the server of that address.");
    const address = URL.parse(request.url ?? "/", `http://${request.headers.host}`);
    if (!address) return answerText(request, response, 400, "This is no address.");
    const token = address.searchParams.get("token");
    if (token !== null && address.pathname === "/") return this.enter(token, request, response);
    if (!this.access.allows(request)) return answerText(request, response, 403, howToGetIn);
    const answerer = address.pathname === "/upload" && uploadAnswers.get(request.method ?? "");
    if (answerer) {
      if (!this.isSameOrigin(request))
        return answerText(request, response, 403, "This came from another page.");
      return answerer(this.setup.host.uploads, address, request, response);
    }
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.setHeader("allow", "GET, HEAD");
      return answerText(request, response, 405, "This cannot be done here.");
    }
    return answerFile(this.setup.pages, address.pathname, request, response);
  }

  private enter(token: string, request: IncomingMessage, response: ServerResponse): void {
    // Looking ahead must not use the link up.
    const cookie = request.method === "GET" ? this.access.redeem(token) : undefined;
    if (cookie === undefined && !this.access.allows(request))
      return answerText(request, response, 403, howToGetIn);
    const headers = { ...safeHeaders, location: "/", "cache-control": "no-store" };
    response.writeHead(302, cookie === undefined ? headers : { ...headers, "set-cookie": cookie }).end();
  }

  private upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on("error", () => socket.destroy());
    if (!this.isOwn(request)) return refuse(socket, "421 Misdirected Request");
    const address = URL.parse(request.url ?? "/", `http://${request.headers.host}`);
    const allowed = this.isSameOrigin(request) && this.access.allows(request);
    if (!allowed || address?.pathname !== "/rpc") return refuse(socket, "403 Forbidden");
    if (this.sockets.clients.size >= windowLimit) return refuse(socket, "503 Service Unavailable");
    this.sockets.handleUpgrade(request, socket, head, (window) => this.connect(window, windowOf(address)));
  }

  private connect(window: WebSocket, name: string): void {
    const { host } = this.setup;
    const end = host.serve(socketWire(window));
    const leave = name === "" ? () => undefined : host.uploads.connect(name);
    window.on("close", () => {
      end();
      leave();
    });
    // A frame that is too large, or no frame at all: the connection is closed with its code.
    window.on("error", () => undefined);
  }

  private isOwn(request: IncomingMessage): boolean {
    return isOwnHost(request.headers.host, this.setup.bind, this.port);
  }

  private isSameOrigin(request: IncomingMessage): boolean {
    return request.headers.origin === `http://${request.headers.host}`;
  }

  private broken(error: unknown, response: ServerResponse): void {
    if (codeOf(error) !== "ECONNRESET") process.stderr.write(`${String(error)}\n`);
    response.destroy();
  }
}

/** What may be done with uploads, by the method of the request. */
const uploadAnswers = new Map([
  ["POST", answerUpload],
  ["DELETE", answerForget],
]);

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}

/** Serves the window over HTTP and WebSocket. Rejects when the port cannot be had. */
export function startServer(setup: ServerSetup): Promise<AppServer> {
  const server = http.createServer({ maxHeaderSize: 16_384, requestTimeout: 0, headersTimeout: 20_000 });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(setup.port, setup.bind.host, () => {
      server.off("error", reject);
      resolve(new WindowServer(setup, server));
    });
  });
}

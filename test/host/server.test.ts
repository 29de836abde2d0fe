import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import http from "node:http";
import net from "node:net";
import path from "node:path";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { WebSocket } from "ws";
import type { ImportResult } from "../../core/contract/methods.ts";
import { Uploads } from "../../host/files/uploads.ts";
import { bindAddress, isOwnHost } from "../../host/http/bind-address.ts";
import { fileIn } from "../../host/http/static-files.ts";
import { type AppServer, startServer } from "../../host/server.ts";
import { startHost } from "../support/host-client.ts";
import { sessionText, temporaryFolder } from "../support/host-library.ts";

// Threads and processes are started: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 60_000 });

interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

interface Site {
  readonly server: AppServer;
  readonly folder: string;
  readonly origin: string;
  readonly authority: string;
  /** A cookie that a used link gave. */
  readonly cookie: string;
  ask(target: string, options?: http.RequestOptions, body?: string): Promise<Answer>;
}

function request(port: number, target: string, options: http.RequestOptions, body?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = http.request(
      { host: "127.0.0.1", port, path: target, agent: false, ...options },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => (text += chunk));
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
        );
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

async function startSite(): Promise<Site> {
  const folder = temporaryFolder();
  const pages = path.join(folder, "pages");
  mkdirSync(path.join(pages, "assets"), { recursive: true });
  writeFileSync(path.join(pages, "index.html"), "<!doctype html>the page");
  writeFileSync(path.join(pages, "assets", "a-1.js"), "the script");
  writeFileSync(path.join(pages, ".secret"), "a hidden file");
  writeFileSync(path.join(folder, "outside.txt"), "not for the page");
  const host = startHost(path.join(folder, "data"));
  const bind = bindAddress();
  if ("error" in bind) throw new Error(bind.error);
  const server = await startServer({ host, bind, port: 0, pages });
  onTestFinished(() => server.close());
  const { port } = server;
  const authority = `127.0.0.1:${port}`;
  const entered = await request(port, server.newLink().replace(`http://${authority}`, ""), {});
  const cookie = entered.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
  const ask: Site["ask"] = (target, options = {}, body) => {
    return request(port, target, { ...options, headers: { cookie, ...(options.headers as object) } }, body);
  };
  return { server, folder, origin: `http://${authority}`, authority, cookie, ask };
}

/** Sends bytes as they are: paths that a client library would tidy up. */
function rawRequest(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, "127.0.0.1", () => socket.write(text));
    let answer = "";
    socket.on("data", (chunk) => (answer += chunk.toString()));
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}

function openSocket(
  site: Site,
  headers: Record<string, string>,
  target = "/rpc",
): Promise<WebSocket | number> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://${site.authority}${target}`, { headers });
    onTestFinished(() => socket.terminate());
    socket.on("open", () => resolve(socket));
    socket.on("unexpected-response", (_request, response) => resolve(response.statusCode ?? 0));
    socket.on("error", () => undefined);
  });
}

async function goodSocket(site: Site): Promise<WebSocket> {
  const socket = await openSocket(site, { origin: site.origin, cookie: site.cookie });
  if (typeof socket === "number") throw new Error(`refused with ${socket}`);
  return socket;
}

function closeCode(socket: WebSocket): Promise<number> {
  return new Promise((resolve) => socket.on("close", (code) => resolve(code)));
}

function call(socket: WebSocket, id: number, m: string, p: unknown): Promise<unknown> {
  return new Promise((resolve) => {
    socket.on("message", (data: Buffer) => {
      const message = JSON.parse(data.toString()) as { id: number; t: string };
      if (message.id === id && message.t !== "event") resolve(message);
    });
    socket.send(JSON.stringify({ t: "call", id, m, p }));
  });
}

test("a link opens the window once; its cookie does from then on, and cannot be read by scripts", async () => {
  const site = await startSite();
  const link = site.server.newLink().replace(site.origin, "");
  const first = await request(site.server.port, link, {});
  expect(first).toMatchObject({ status: 302, headers: { location: "/" } });
  expect(first.headers["set-cookie"]?.[0]).toMatch(
    /^ullage-\d+=[\w-]{32}; HttpOnly; SameSite=Strict; Path=\/$/,
  );
  const second = await request(site.server.port, link, {});
  expect(second.status).toBe(403);
  expect(second.body).toMatch(/each opens Ullage once.*new one/s);
  expect(await site.ask(link)).toMatchObject({ status: 302, headers: { location: "/" } });
  expect(await site.ask("/")).toMatchObject({ status: 200, body: "<!doctype html>the page" });
});

test("looking at a link without opening it does not use it up, and an older link is void", async () => {
  const site = await startSite();
  const older = site.server.newLink().replace(site.origin, "");
  const link = site.server.newLink().replace(site.origin, "");
  expect((await request(site.server.port, older, {})).status).toBe(403);
  expect((await request(site.server.port, link, { method: "HEAD" })).status).toBe(403);
  expect((await request(site.server.port, link, {})).status).toBe(302);
});

test("nothing is given without a cookie", async () => {
  const site = await startSite();
  for (const target of ["/", "/assets/a-1.js", "/nothing", "/?token=", "/?token=guess", "/upload?name=x"])
    for (const method of ["GET", "POST"])
      expect((await request(site.server.port, target, { method })).status).toBe(403);
  const forged = site.cookie.replace(/=.*/, `=${"A".repeat(32)}`);
  expect((await request(site.server.port, "/", { headers: { cookie: forged } })).status).toBe(403);
});

test("another name for this machine is not answered", async () => {
  const site = await startSite();
  for (const host of [
    "evil.example",
    `evil.example:${site.server.port}`,
    `localhost:${site.server.port}`,
    "127.0.0.1",
    "127.0.0.1:1",
  ])
    expect((await site.ask("/", { headers: { host } })).status).toBe(421);
  expect(await rawRequest(site.server.port, `GET / HTTP/1.0\r\nconnection: close\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 421/,
  );
});

test("every answer has the headers that keep the page to itself", async () => {
  const site = await startSite();
  const answers = [await site.ask("/"), await site.ask("/none"), await request(site.server.port, "/", {})];
  for (const { headers } of answers) {
    const policy = headers["content-security-policy"] ?? "";
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|\*/);
    expect(headers).toMatchObject({ "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" });
  }
});

test("no path leaves the folder of the page", async () => {
  const site = await startSite();
  const paths = [
    "/../outside.txt",
    "/%2e%2e/outside.txt",
    "/..%2foutside.txt",
    "/assets/../../outside.txt",
    "/.secret",
  ];
  const more = [
    "/%2e%2e%2foutside.txt",
    "/..%5coutside.txt",
    "/a%00b",
    "/%ff",
    "/assets",
    "//etc/passwd",
    "/C:/x",
    "/%252e%252e/x",
  ];
  for (const target of [...paths, ...more]) {
    const answer = await rawRequest(
      site.server.port,
      `GET ${target} HTTP/1.1\r\nhost: ${site.authority}\r\ncookie: ${site.cookie}\r\nconnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 40[04]/);
    expect(answer).not.toContain("not for the page");
    expect(answer).not.toContain("a hidden file");
  }
  expect(fileIn("/pages", "/assets/a.js")).toBe(path.join("/pages", "assets", "a.js"));
});

test("only GET and HEAD are answered, beside an upload", async () => {
  const site = await startSite();
  for (const method of ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"])
    expect((await site.ask("/", { method, headers: { origin: site.origin } })).status).toBe(405);
  expect(await site.ask("/assets/a-1.js", { method: "HEAD" })).toMatchObject({ status: 200, body: "" });
});

test("an upload from the page itself is imported and its file is gone afterwards", async () => {
  const site = await startSite();
  const options = { method: "POST", headers: { origin: site.origin } };
  const answer = await site.ask("/upload?name=dropped%20file.jsonl", options, sessionText(10));
  expect(answer.status).toBe(200);
  const { upload } = JSON.parse(answer.body) as { upload: string };
  const socket = await goodSocket(site);
  const first = await call(socket, 1, "library.import", { source: { kind: "upload", upload } });
  expect(first).toMatchObject({
    t: "ok",
    r: { duplicate: false, transcript: { name: "dropped file.jsonl" } },
  });
  expect((first as { r: ImportResult }).r.report.lines.read).toBe(10);
  const again = await call(socket, 2, "library.import", { source: { kind: "upload", upload } });
  expect(again).toMatchObject({ t: "err", code: "not_found" });
  expect(readdirSync(path.join(site.folder, "data", "uploads", String(process.pid)))).toEqual([]);
});

test("an upload that is let go of is gone, and only the page itself can do that", async () => {
  const site = await startSite();
  const stored = (): string[] => readdirSync(path.join(site.folder, "data", "uploads", String(process.pid)));
  const options = { method: "POST", headers: { origin: site.origin } };
  const answer = await site.ask("/upload?name=a.jsonl", options, sessionText(10));
  const { upload } = JSON.parse(answer.body) as { upload: string };
  const forget = (headers: { readonly [name: string]: string }) =>
    site.ask(`/upload?id=${upload}`, { method: "DELETE", headers });
  for (const headers of [{}, { origin: "http://evil.example" }])
    expect((await forget(headers)).status).toBe(403);
  expect(stored()).toHaveLength(1);
  for (const _ of [1, 2]) expect((await forget({ origin: site.origin })).status).toBe(204);
  expect(stored()).toEqual([]);
  const socket = await goodSocket(site);
  const taken = await call(socket, 1, "library.import", { source: { kind: "upload", upload } });
  expect(taken).toMatchObject({ t: "err", code: "not_found" });
});

test("an upload from another page, or one that breaks off, is not kept", async () => {
  const site = await startSite();
  for (const origin of ["http://evil.example", "null", "", `http://localhost:${site.server.port}`])
    expect((await site.ask("/upload?name=x", { method: "POST", headers: { origin } }, "x")).status).toBe(403);
  expect((await site.ask("/upload?name=x", { method: "POST" }, "x")).status).toBe(403);
  const headers = { cookie: site.cookie, origin: site.origin, "content-length": "1000000" };
  const broken = http.request({
    host: "127.0.0.1",
    port: site.server.port,
    path: "/upload?name=x",
    method: "POST",
    headers,
  });
  broken.on("error", () => undefined);
  const stored = (): string[] => readdirSync(path.join(site.folder, "data", "uploads", String(process.pid)));
  broken.write("the beginning");
  await vi.waitFor(() => expect(stored()).toHaveLength(1), 30_000);
  broken.destroy();
  await vi.waitFor(() => expect(stored()).toEqual([]), 30_000);
  const large = { "content-length": String(5 * 2 ** 30), origin: site.origin };
  expect((await site.ask("/upload?name=x", { method: "POST", headers: large }, "x")).status).toBe(413);
});

test("uploads of a window that has gone for good are deleted, not those of one that comes back", async () => {
  const folder = temporaryFolder();
  const uploads = new Uploads(folder, 50);
  onTestFinished(() => uploads.close());
  const send = (window: string): Promise<string> => uploads.receive("a.json", Readable.from(["{}"]), window);
  const leave = { stays: uploads.connect("stays"), goes: uploads.connect("goes") };
  const [kept, taken, left, nobodys] = [
    await send("stays"),
    await send("goes"),
    await send("goes"),
    await send(""),
  ];
  const { path: ours } = uploads.take(taken);
  leave.stays();
  uploads.connect("stays");
  leave.goes();
  const stored = (): number => readdirSync(path.join(folder, "uploads", String(process.pid))).length;
  await vi.waitUntil(() => stored() === 3, { timeout: 10_000 });
  expect(existsSync(ours)).toBe(true);
  expect(() => uploads.take(left)).toThrow("This upload is gone");
  for (const id of [kept, nobodys]) expect(existsSync(uploads.take(id).path)).toBe(true);
});

test("a window that connects under a name is served, and what it sends is its own", async () => {
  const site = await startSite();
  const headers = { origin: site.origin, cookie: site.cookie };
  const socket = await openSocket(site, headers, "/rpc?window=w1");
  if (typeof socket === "number") throw new Error(`refused with ${socket}`);
  const answer = await site.ask(
    "/upload?name=a.jsonl&window=w1",
    { method: "POST", headers },
    sessionText(10),
  );
  const { upload } = JSON.parse(answer.body) as { upload: string };
  expect(await call(socket, 1, "library.import", { source: { kind: "upload", upload } })).toMatchObject({
    t: "ok",
  });
  expect(await openSocket(site, headers, "/rpc/x?window=w1")).toBe(403);
});

test("uploads that a killed host left are deleted by the next", () => {
  const folder = temporaryFolder();
  const old = path.join(folder, "uploads", "999999999");
  mkdirSync(old, { recursive: true });
  writeFileSync(path.join(old, "left"), "x");
  const uploads = new Uploads(folder);
  expect(readdirSync(path.join(folder, "uploads"))).toEqual([]);
  uploads.close();
});

test("a socket is opened for the page alone", async () => {
  const site = await startSite();
  const { origin, cookie } = site;
  expect(await openSocket(site, { origin })).toBe(403);
  expect(await openSocket(site, { cookie })).toBe(403);
  expect(await openSocket(site, { origin: "http://evil.example", cookie })).toBe(403);
  expect(await openSocket(site, { origin, cookie }, "/other")).toBe(403);
  expect(await openSocket(site, { origin, cookie, host: "evil.example" })).toBe(421);
  expect(await call(await goodSocket(site), 1, "app.info", {})).toMatchObject({
    t: "ok",
    r: { shell: "browser" },
  });
});

/** Sends bytes as they are, and gives the status of the answer; 0 when the connection ended without one. */
function rawStatus(port: number, text: string): Promise<number> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = net.connect(port, "127.0.0.1", () => socket.write(Buffer.from(text, "latin1")));
    const end = (): void => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0));
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
      socket.end();
    });
    socket.on("error", end);
    socket.on("close", end);
  });
}

test.each(["\xe9".repeat(32), "\xff".repeat(16), "\u00a0".repeat(31), "x".repeat(33)])(
  "a cookie or token of other characters, %j, is refused like any wrong one and ends nothing",
  async (secret) => {
    const site = await startSite();
    const { port } = site.server;
    const name = site.cookie.split("=")[0] ?? "";
    const head = `Host: ${site.authority}\r\nCookie: ${name}=${secret}\r\n`;
    expect(await rawStatus(port, `GET / HTTP/1.1\r\n${head}\r\n`)).toBe(403);
    const upgrade =
      `Origin: ${site.origin}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n";
    expect(await rawStatus(port, `GET /rpc HTTP/1.1\r\n${head}${upgrade}\r\n`)).toBe(403);
    site.server.newLink();
    const token = encodeURIComponent(secret);
    expect(await rawStatus(port, `GET /?token=${token} HTTP/1.1\r\nHost: ${site.authority}\r\n\r\n`)).toBe(
      403,
    );
    expect((await site.ask("/")).status).toBe(200);
  },
);

test("a frame that is no message closes its socket and no other", async () => {
  const site = await startSite();
  const good = await goodSocket(site);
  for (const frame of [
    "not json",
    "7",
    "null",
    "[]",
    "{}",
    '{"t":"call"}',
    '{"t":"call","id":"1"}',
    '{"t":"call","id":1.5}',
    '{"t":"x","id":1}',
  ])
    expect(await closeCode(await sent(site, frame))).toBe(1003);
  expect(await closeCode(await sent(site, Buffer.from([1, 2, 3])))).toBe(1003);
  expect(await call(good, 1, "library.list", {})).toMatchObject({ t: "ok" });
});

async function sent(site: Site, frame: string | Buffer): Promise<WebSocket> {
  const socket = await goodSocket(site);
  socket.send(frame);
  return socket;
}

test("a frame of more than 64 MiB closes the socket", async () => {
  const site = await startSite();
  const socket = await goodSocket(site);
  socket.send(Buffer.alloc(64 * 2 ** 20 + 1, 32).toString());
  expect(await closeCode(socket)).toBe(1009);
});

test("a window that goes away in the middle of an import cancels it", async () => {
  const site = await startSite();
  const socket = await goodSocket(site);
  const text = sessionText(8000);
  socket.send(
    JSON.stringify({
      t: "call",
      id: 1,
      m: "library.import",
      p: { source: { kind: "text", name: "x", text } },
    }),
  );
  await new Promise((resolve) => socket.once("message", resolve));
  socket.terminate();
  await sleep(500);
  expect(await call(await goodSocket(site), 1, "library.list", {})).toMatchObject({ t: "ok", r: [] });
});

test("the server listens where it was told, and names are refused", () => {
  expect(bindAddress()).toMatchObject({ host: "127.0.0.1", loopback: true });
  expect(bindAddress("localhost")).toMatchObject({ host: "localhost", loopback: true });
  expect(bindAddress("[::1]")).toMatchObject({ host: "::1", shownHost: "[::1]", loopback: true });
  expect(bindAddress("192.168.1.5")).toMatchObject({ loopback: false });
  for (const name of ["example.org", "", "0", "127.1", "localhost.evil.example"])
    expect(bindAddress(name)).toHaveProperty("error");
  const everywhere = bindAddress("0.0.0.0");
  if ("error" in everywhere) throw new Error(everywhere.error);
  expect(isOwnHost("192.168.1.5:80", everywhere, 80)).toBe(true);
  expect(isOwnHost("[fe80::1]:80", everywhere, 80)).toBe(true);
  for (const header of [
    undefined,
    "evil.example:80",
    "192.168.1.5:81",
    "192.168.1.5",
    ":80",
    "192.168.1.5.evil.example:80",
  ])
    expect(isOwnHost(header, everywhere, 80)).toBe(false);
});

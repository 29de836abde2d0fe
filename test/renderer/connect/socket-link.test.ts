import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { connectHost } from "../../../core/contract/client.ts";
import type { ToHost } from "../../../core/contract/rpc.ts";
import { backoff } from "../../../renderer/connect/backoff.ts";
import { SocketLink } from "../../../renderer/connect/browser.ts";

/** A socket whose other end is the test. */
class Socket extends EventTarget {
  readyState = 0;
  readonly sent: ToHost[] = [];
  send(text: string): void {
    this.sent.push(JSON.parse(text) as ToHost);
  }
  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
  }
  close(): void {
    this.readyState = 3;
    this.dispatchEvent(new Event("close"));
  }
  say(message: unknown): void {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
  }
}

function linked(refused = false) {
  const sockets: Socket[] = [];
  const link = new SocketLink(
    "ws://made-up/rpc",
    () => {
      const socket = new Socket();
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
    () => Promise.resolve(refused),
  );
  const host = connectHost(link.wire);
  link.onBroken((reason) => host.fail(reason));
  link.open();
  return { link, host, sockets };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("a call made before the link is open waits for it, and is answered", async () => {
  const { host, sockets, link } = linked();
  const answer = host.call("settings.get", { key: "x" });
  expect(sockets[0]?.sent).toEqual([]);
  sockets[0]?.open();
  expect(link.state.get()).toEqual({ kind: "open" });
  expect(sockets[0]?.sent).toEqual([{ t: "call", id: 1, m: "settings.get", p: { key: "x" } }]);
  sockets[0]?.say({ t: "ok", id: 1, r: 5 });
  expect(await answer).toBe(5);
});

test("a call under way fails when the link breaks; one made meanwhile is sent on the next link", async () => {
  const { host, sockets, link } = linked();
  sockets[0]?.open();
  const broken = host.call("settings.get", { key: "a" });
  const failure = broken.catch((error: unknown) => error);
  sockets[0]?.close();
  expect(await failure).toMatchObject({ code: "closed" });
  expect(link.state.get()).toMatchObject({ kind: "lost", attempt: 1 });
  const held = host.call("settings.get", { key: "b" });
  await vi.advanceTimersByTimeAsync(backoff(1));
  expect(sockets).toHaveLength(2);
  sockets[1]?.open();
  sockets[1]?.say({ t: "ok", id: 2, r: "back" });
  expect(await held).toBe("back");
});

test("it tries again later and later, and at once when asked", async () => {
  const { sockets, link } = linked();
  sockets[0]?.close();
  await vi.advanceTimersByTimeAsync(backoff(1));
  sockets[1]?.close();
  await vi.advanceTimersByTimeAsync(backoff(1));
  expect(sockets).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(backoff(2));
  expect(sockets).toHaveLength(3);
  sockets[2]?.close();
  link.open();
  expect(sockets).toHaveLength(4);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sockets).toHaveLength(4);
});

test("a call that is cancelled before it was sent is never sent", async () => {
  const { host, sockets } = linked();
  const abort = new AbortController();
  const call = host.call("settings.get", { key: "x" }, { signal: abort.signal });
  const failure = call.catch((error: unknown) => error);
  abort.abort();
  expect(await failure).toMatchObject({ code: "aborted" });
  sockets[0]?.open();
  expect(sockets[0]?.sent).toEqual([]);
});

test("a host that no longer knows the window says so instead of letting it try for ever in silence", async () => {
  const { sockets, link } = linked(true);
  sockets[0]?.close();
  await vi.advanceTimersByTimeAsync(0);
  expect(link.state.get().kind).toBe("refused");
});

test("the wait doubles from a quarter of a second to eight", () => {
  expect([1, 2, 3, 4, 5, 6, 7, 50].map(backoff)).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000, 8000]);
});

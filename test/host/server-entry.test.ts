import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { connectHost } from "../../core/contract/client.ts";
import type { AppEvent, ImportProgress } from "../../core/contract/methods.ts";
import type { FromHost, Host } from "../../core/contract/rpc.ts";
import { temporaryFolder } from "../support/host-library.ts";
import { writeSession } from "../support/host-session.ts";

const entry = path.join(import.meta.dirname, "../../host/server-entry.ts");

interface Served {
  readonly child: ChildProcess;
  readonly window: Host;
}

async function startServed(folder: string, ...args: string[]): Promise<Served> {
  const options = {
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"] as ("ignore" | "inherit" | "ipc")[],
  };
  const child = fork(entry, ["--data", folder, ...args], options);
  onTestFinished(() => void child.kill("SIGKILL"));
  const [message] = (await once(child, "message")) as [{ ready: string }];
  return { child, window: await openWindow(message.ready) };
}

async function openWindow(link: string): Promise<Host> {
  const entered = await fetch(link, { redirect: "manual" });
  const cookie = entered.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const { origin, host } = new URL(link);
  const socket = new WebSocket(`ws://${host}/rpc`, { headers: { origin, cookie } });
  await once(socket, "open");
  const host_ = connectHost({
    post: (message) => socket.send(JSON.stringify(message)),
    onMessage: (listener) =>
      socket.on("message", (data: Buffer) => listener(JSON.parse(data.toString()) as FromHost)),
  });
  socket.on("close", () => host_.fail("the server went away"));
  return host_;
}

/** Resolves with the first event that is looked for. */
function firstEvent(window: Host, wanted: AppEvent["kind"]): Promise<AppEvent> {
  return new Promise((resolve) => {
    const onEvent = (event: AppEvent): void => void (event.kind === wanted && resolve(event));
    window.call("app.watch", {}, { onEvent }).catch(() => undefined);
  });
}

test("a server that is killed in the middle of an import starts again as before, and ends in order", async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, "long.jsonl");
  await writeSession(file, 40 * 2 ** 20);
  const data = path.join(folder, "data");
  const first = await startServed(data, "--open", file);
  const event = await firstEvent(first.window, "import");
  expect((event as { progress: ImportProgress }).progress.total).toBeGreaterThan(40 * 2 ** 20);
  first.child.kill("SIGKILL");
  await once(first.child, "exit");
  const second = await startServed(data);
  expect(await second.window.call("library.list", {})).toEqual([]);
  await second.window.call("settings.set", { key: "still", value: "works" });
  second.child.kill("SIGTERM");
  expect(await once(second.child, "exit")).toEqual([0, null]);
  const third = await startServed(data, "--open", file);
  expect(await firstEvent(third.window, "opened")).toMatchObject({ kind: "opened" });
  expect(await third.window.call("library.list", {})).toMatchObject([{ name: "long.jsonl" }]);
  expect(await third.window.call("settings.get", { key: "still" })).toBe("works");
}, 120_000);

test("a port that is in use, a bad argument and a bad folder are one line with exit code 2", async () => {
  const ended = async (...args: string[]): Promise<[number, string]> => {
    const child = fork(entry, args, { execArgv: [], stdio: ["ignore", "ignore", "pipe", "ipc"] });
    let err = "";
    child.stderr?.on("data", (chunk: Buffer) => (err += chunk.toString()));
    const [code] = (await once(child, "close")) as [number];
    return [code, err];
  };
  const folder = temporaryFolder();
  const bad = [
    [["--port", "70000"], /--port wants/],
    [["--nothing"], /nothing/],
    [["--data", "/dev/null/x"], /data folder/],
    [["--data", folder, "--host", "example.org"], /--host wants/],
  ] as const;
  for (const [args, says] of bad) {
    const [code, err] = await ended(...args);
    expect(code).toBe(2);
    expect(err).toMatch(says);
    expect(err.trimEnd().split("\n")).toHaveLength(1);
  }
}, 60_000);

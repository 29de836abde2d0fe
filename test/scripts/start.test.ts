import type { ChildProcess } from "node:child_process";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { FakeCheckout } from "./fake-checkout.ts";

let checkout: FakeCheckout;
beforeEach(() => {
  checkout = new FakeCheckout();
  checkout.bundles();
});
afterEach(() => checkout.remove());

const shellLines = (out: string) =>
  out.split("\n").filter((line) => /browser shell|desktop window|no shell/.test(line));

/** Ends the launcher once it serves. */
function stopWhenShown(child: ChildProcess, out: string): void {
  if (out.includes("browser shell")) child.kill("SIGTERM");
}

const start = (args: string[], env: Record<string, string | undefined> = {}, spoke = stopWhenShown) =>
  checkout.run(["scripts/start.mjs", ...args], { env }, spoke);

describe("without a display", () => {
  test("the address is printed, with the reason, and a signal ends it", async () => {
    const { code, out } = await start([]);
    expect(shellLines(out)).toHaveLength(1);
    expect(out).toContain("browser shell, by address (there is no display");
    expect(out).toContain("http://127.0.0.1:1/?token=t");
    expect(code).toBe(0);
  });

  test("files go to the server by their full paths, the port too", async () => {
    const { out } = await start(["a.jsonl", "/b c.json", "--port", "0"]);
    expect(out).toContain(`args=--open,${path.join(checkout.top, "a.jsonl")},--open,/b c.json,--port,0`);
  });

  test("files are those of the caller's directory when npm has moved there", async () => {
    const env = { npm_lifecycle_event: "start", INIT_CWD: "/some/where" };
    const { out } = await start(["a.jsonl"], env);
    expect(out).toContain("args=--open,/some/where/a.jsonl");
  });

  test("--electron alone is refused", async () => {
    const { code, out } = await start(["--electron"]);
    expect([code, shellLines(out)]).toEqual([1, [expect.stringContaining("there is no display")]]);
  });

  test("a server that dies is said", async () => {
    checkout.bundle("server", "server.js", "process.exit(3)");
    const { code, out } = await start([]);
    expect([code, shellLines(out)]).toEqual([1, [expect.stringContaining("exit 3")]]);
  });
});

describe.skipIf(process.platform !== "linux")("with a display", () => {
  const display = { DISPLAY: ":77" };

  test("Electron's window is taken where its binary is", async () => {
    checkout.program("node_modules/electron/dist/electron", 'echo "files: $*"; exit 0');
    const { code, out } = await start(["a.jsonl"], display);
    expect([code, shellLines(out)]).toEqual([0, [expect.stringContaining("desktop window")]]);
    expect(out).toContain(path.join(checkout.top, "a.jsonl"));
  });

  test("an Electron that dies at once gives way to the app window, with one line", async () => {
    checkout.program("node_modules/electron/dist/electron", "exit 1");
    const browser = checkout.program("chrome", "sleep 0.2; exit 0");
    const { code, out } = await start([], { ...display, CHROMIUM_PATH: browser }, () => {});
    expect([code, shellLines(out)]).toEqual([
      0,
      [expect.stringContaining("Electron stopped at once (exit 1)")],
    ]);
    expect(out).toContain(`app window in ${browser}`);
  });

  test("a browser that dies at once gives way to the address, with one line", async () => {
    const browser = checkout.program("chrome", "exit 7");
    const { code, out } = await start(["--browser"], { ...display, CHROMIUM_PATH: browser });
    expect([code, shellLines(out)]).toEqual([0, [expect.stringContaining("stopped at once (exit 7)")]]);
    expect(out).toContain("asked for with --browser");
  });

  test("a download is tried once, has a limit, and is not tried again the same day", async () => {
    checkout.write("node_modules/electron/install.js", "setTimeout(() => {}, 60000)");
    const env = {
      ...display,
      ULLAGE_ELECTRON_LIMIT_S: "1",
      CHROMIUM_PATH: checkout.program("chrome", "exit 0"),
    };
    const first = await start([], env, () => {});
    expect(shellLines(first.out)).toEqual([expect.stringContaining("did not finish in 1 s")]);
    const second = await start([], env, () => {});
    expect(shellLines(second.out)).toEqual([expect.stringContaining("failed within the last day")]);
  });
});

test("an unknown option is bad usage", async () => {
  const { code, err } = await start(["--nonsense"]);
  expect([code, err]).toEqual([2, expect.stringContaining("--nonsense")]);
});

// The window in real Chromium on a session of 10,000 steps and 130 MB: what opening it takes beside importing it, frames
// while its columns are scrolled from end to end, the paint of a step, and memory beside a session of 10 MB.
// BENCH_TRACE=FOLDER writes Chrome's traces of opening and scrolling and CPU profiles of the host's threads there, of
// one try alone; BENCH_PARTS=step,scroll measures only what is named beside opening; BENCH_CALLS=1 lists the calls.
import { type ChildProcess, fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { type Browser, type CDPSession, chromium, type Page } from "@playwright/test";
import { findChromium, quietFlags } from "../scripts/chromium.mjs";
import { median, report } from "./ratio.ts";
import { sessionLines } from "./session.ts";
import { FIRST_SCREEN, IDLE, NEXT_STEP, SCROLL, WATCH_CALLS } from "./window-page.ts";

const root = path.resolve(import.meta.dirname, "..");
/** Where traces of the page and CPU profiles of the host are written; without it none are. */
const traces = process.env["BENCH_TRACE"];
/** What is measured beside opening. */
const parts = new Set((process.env["BENCH_PARTS"] ?? "step,scroll").split(","));
const TRIES = traces ? 1 : 5;
const MB = 2 ** 20;
/** Makes the results of the session so long that 10,000 steps are 130 MB. */
const SCALE = 0.4;
const LARGE = 10_000;
const SMALL = 770;
/** A frame that somebody sees stumble, in milliseconds. */
const SLOW_FRAME = 50;

async function writeSession(file: string, steps: number): Promise<void> {
  const out = createWriteStream(file);
  for (const line of sessionLines(steps, 1, SCALE)) if (!out.write(`${line}\n`)) await once(out, "drain");
  out.end();
  await once(out, "finish");
}

interface Server {
  readonly child: ChildProcess;
  readonly link: string;
}

async function startServer(data: string): Promise<Server> {
  const child = fork(path.join(root, "dist/server/server.js"), ["--data", data, "--port", "0"], {
    cwd: root,
    execArgv: traces ? ["--cpu-prof", "--cpu-prof-dir", traces] : [],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const link = await Promise.race([
    once(child, "message").then(([message]) => (message as { readonly ready: string }).ready),
    once(child, "exit").then(() => undefined),
  ]);
  if (link === undefined) throw new Error("the server did not start");
  return { child, link };
}

async function stopServer({ child }: Server): Promise<void> {
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  await gone;
}

interface Call {
  readonly sent: number;
  readonly answered: number;
}

async function callOf(page: Page, method: string): Promise<Call> {
  const calls = await page.evaluate<[string, number, number][]>("window.calls");
  const found = calls.findLast(([name]) => name === method);
  if (!found) throw new Error(`the window never called ${method}`);
  return { sent: found[1], answered: found[2] };
}

interface Opened {
  /** Milliseconds from the start of the import: until it was done, and until its first screen was painted. */
  readonly imported: number;
  readonly shown: number;
}

/** Chooses a file in an empty window. The way of its bytes to the host does not count. */
async function openFile(page: Page, file: string): Promise<Opened> {
  await page.locator('input[type="file"]').first().setInputFiles(file);
  const shown = await page.evaluate<number>(FIRST_SCREEN);
  const { sent, answered } = await callOf(page, "library.import");
  if (process.env["BENCH_CALLS"]) {
    const calls = await page.evaluate<[string, number, number][]>("window.calls");
    for (const [name, from, to] of calls)
      if (to > sent) console.log(`  ${name} ${(from - sent).toFixed(0)} … ${(to - sent).toFixed(0)} ms`);
  }
  return { imported: answered - sent, shown: shown - sent };
}

/** Bytes that are held once all garbage is gone: of objects, and of the arrays of numbers that stand beside them. */
async function memoryOf(cdp: CDPSession): Promise<number> {
  await cdp.send("HeapProfiler.enable");
  for (let times = 0; times < 3; times++) await cdp.send("HeapProfiler.collectGarbage");
  const { usedSize, backingStorageSize } = await cdp.send("Runtime.getHeapUsage");
  return usedSize + backingStorageSize;
}

interface Measured extends Opened {
  readonly heap: number;
  readonly empty: number;
}

async function inWindow<T>(browser: Browser, folder: string, work: (page: Page) => Promise<T>): Promise<T> {
  const server = await startServer(path.join(folder, "data"));
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  try {
    await page.addInitScript(WATCH_CALLS);
    await page.goto(server.link);
    await page.getByRole("navigation", { name: "Library" }).waitFor();
    return await work(page);
  } finally {
    await page.close();
    await stopServer(server);
    rmSync(path.join(folder, "data"), { recursive: true, force: true });
  }
}

async function measureOpening(page: Page, file: string): Promise<Measured> {
  const cdp = await page.context().newCDPSession(page);
  const empty = await memoryOf(cdp);
  const opened = await traced(page, `open-${path.basename(file, ".jsonl")}`, () => openFile(page, file));
  // The code editor comes after the first screen: both sessions are measured with it.
  await page.locator(".profile__json .view-line").first().waitFor();
  return { ...opened, empty, heap: await memoryOf(cdp) };
}

const slow = (frames: readonly number[]): number =>
  frames.filter((length) => length > SLOW_FRAME).length / Math.max(1, frames.length);

/** The last step has all of history. */
async function goToEnd(page: Page): Promise<void> {
  await page.keyboard.press("Control+]");
  await page.waitForFunction(`document.querySelectorAll(".columns__title")[1].textContent.includes("10,0")`);
}

const CATEGORIES = [
  "devtools.timeline",
  "disabled-by-default-devtools.timeline",
  "disabled-by-default-v8.cpu_profiler",
  "blink.user_timing",
  "cc",
  "viz",
];

/** Does some work of the page, and writes Chrome's trace of it where traces are wanted. */
async function traced<T>(page: Page, name: string, work: () => Promise<T>): Promise<T> {
  if (!traces) return work();
  const browser = page.context().browser() as Browser;
  await browser.startTracing(page, { path: path.join(traces, `${name}.json`), categories: CATEGORIES });
  try {
    return await work();
  } finally {
    await browser.stopTracing();
  }
}

/** Gives the milliseconds of its own time that the page's thread has worked since: other programs do not count. */
async function workOf(page: Page): Promise<() => Promise<number>> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  const read = async (): Promise<number> => {
    const { metrics } = await cdp.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1000;
  };
  const before = await read();
  return async () => (await read()) - before;
}

async function measureScrolling(page: Page): Promise<void> {
  const idle = await page.evaluate<number[]>(`(${IDLE})(300)`);
  const work = await workOf(page);
  const { frames, most } = await traced(page, "scroll", () =>
    page.evaluate<{ frames: number[]; most: number }>(SCROLL),
  );
  const cpu = (await work()) / frames.length;
  const said = (some: readonly number[]): string =>
    `${(slow(some) * 100).toFixed(2)} %, median ${median(some).toFixed(1)} ms`;
  const note = `${frames.length} frames, ${said(frames)}; ${said(idle)} when nothing is done; ${cpu.toFixed(1)} ms of work a frame`;
  report(
    "frames over 50 ms while scrolling from end to end",
    Math.max(0, slow(frames) - slow(idle)) / 0.01,
    1,
    note,
  );
  report("message rows in the page", most / 200, 1, `${most} at most`);
}

interface Stepped {
  readonly frames: number;
  readonly milliseconds: number;
}

/** Goes 25 steps with a key: what is in the page may be short or all of history. */
async function measureStepping(page: Page, where: string, key: string): Promise<void> {
  const steps: Stepped[] = [];
  for (let at = 0; at < 25; at++)
    steps.push(await page.evaluate<Stepped>(`(${NEXT_STEP})(${JSON.stringify(key)})`));
  const times = median(steps.map(({ milliseconds }) => milliseconds));
  const frames = median(steps.map((step) => step.frames));
  report(
    `frames until a step is painted, ${where}`,
    frames,
    1,
    `in the page ${times.toFixed(1)} ms after the answer`,
  );
}

async function measureSteps(page: Page): Promise<void> {
  await measureStepping(page, "where it opened", "]");
  await goToEnd(page);
  await measureStepping(page, "at the end", "[");
}

const folder = mkdtempSync(path.join(tmpdir(), "ullage-window-"));
spawnSync(process.execPath, [path.join(root, "scripts/build.mjs")], { cwd: root, stdio: "inherit" });
const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: [...quietFlags, "--disable-gpu"],
});
try {
  const [large, small] = [path.join(folder, "large.jsonl"), path.join(folder, "small.jsonl")];
  await writeSession(large, LARGE);
  await writeSession(small, SMALL);
  const of10 = await inWindow(browser, folder, (page) => measureOpening(page, small));
  const tries: Measured[] = [];
  for (let at = 0; at < TRIES; at++)
    tries.push(
      await inWindow(browser, folder, async (page) => {
        const opened = await measureOpening(page, large);
        if (at > 0) return opened;
        if (parts.has("step")) await measureSteps(page);
        await goToEnd(page);
        if (parts.has("scroll")) await measureScrolling(page);
        return opened;
      }),
    );
  const ratio = ({ shown, imported }: Measured): number => shown / imported;
  const first = tries.toSorted((a, b) => ratio(a) - ratio(b))[Math.floor(TRIES / 2)] as Measured;
  const all = tries.map((one) => ratio(one).toFixed(2)).join(", ");
  const times = `${first.shown.toFixed(0)} ms, the import ${first.imported.toFixed(0)} ms; all tries: ${all}`;
  report("first screen of 130 MB, against its import", ratio(first), 2, times);
  const heaps = `${(first.heap / MB).toFixed(1)} MiB against ${(of10.heap / MB).toFixed(1)} MiB, empty ${(of10.empty / MB).toFixed(1)} MiB`;
  report("objects in the window, 130 MB against 10 MB", first.heap / of10.heap, 1.2, heaps);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}

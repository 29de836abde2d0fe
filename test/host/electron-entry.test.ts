import { fork } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { sessionText, temporaryFolder } from "../support/host-library.ts";

const script = path.join(import.meta.dirname, "../support/host-electron-child.ts");

test("the desktop shell's process serves a window over its port and opens the files that it is told", async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, "a.jsonl");
  writeFileSync(file, sessionText(10));
  const env = { ...process.env, ULLAGE_DATA: path.join(folder, "data"), NODE_OPTIONS: "" };
  const child = fork(script, [file], { env, execArgv: [] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const received: unknown[] = [];
  const seen = (wanted: object): Promise<void> =>
    expect.poll(() => received, { timeout: 20_000 }).toContainEqual(expect.objectContaining(wanted));
  child.on("message", (message) => received.push(message));
  await expect.poll(() => received, { timeout: 20_000 }).toContain("connected");
  for (const message of ["no message", { t: "call" }, { t: "call", id: 0, m: "app.info", p: {} }, null])
    child.send(message ?? 0);
  child.send({ t: "call", id: 1, m: "app.watch", p: {} });
  await seen({ t: "event", id: 1, e: { kind: "opened", transcript: 1 } });
  child.send({ t: "call", id: 2, m: "app.info", p: {} });
  await seen({
    t: "ok",
    id: 2,
    r: expect.objectContaining({
      shell: "electron",
      capabilities: { paths: true, upload: false },
    }) as unknown,
  });
  child.send({ t: "call", id: 3, m: "library.import", p: { source: { kind: "path", path: file } } });
  await seen({ t: "ok", id: 3, r: expect.objectContaining({ duplicate: true }) as unknown });
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
}, 60_000);

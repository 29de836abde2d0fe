import { expect, test, vi } from "vitest";
import { connectWindow, startHost } from "../support/host-client.ts";
import { sessionText, temporaryFolder } from "../support/host-library.ts";

// Threads are started: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 60_000 });

const policies = [{ kind: "summarize", trigger: { tokens: 3000 }, keepRecent: 4 } as const];

test("the engine loads the exact counter that a profile names, for a remembered run too", async () => {
  const folder = temporaryFolder();
  const host = startHost(folder);
  const window = connectWindow(host);
  const { transcript } = await window.call("library.import", {
    source: { kind: "text", name: "made-up.jsonl", text: sessionText(60) },
  });
  const where = { transcript: transcript.id, thread: transcript.threads[0]?.id ?? "" };
  const start = (tokenCounter: "chars4" | "cl100k_base") =>
    window.call("run.start", { ...where, profile: { name: tokenCounter, tokenCounter, policies } });
  const exact = await start("cl100k_base");
  expect(exact.profile.tokenCounter).toBe("cl100k_base");
  expect(exact.problems.errors).toEqual([]);
  const rough = await start("chars4");
  expect(exact.totals.rawTokens).not.toBe(rough.totals.rawTokens);
  expect((await start("cl100k_base")).totals).toEqual(exact.totals);
  await host.stop();

  const again = connectWindow(startHost(folder));
  const at = { index: 0 };
  const card = await again.call("run.why", { run: exact.run, step: 3, at });
  expect(card.disposition).toBe("kept");
  await expect(again.call("run.why", { run: exact.run, step: 10_000, at })).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(again.call("run.why", { run: "run-none", step: 1, at })).rejects.toMatchObject({
    code: "not_found",
  });
});

import { writeFileSync } from "node:fs";
import path from "node:path";
import { letters } from "../support/made-secrets.ts";
import { inWords } from "./support/app-window.ts";
import { replayOf, stepOf, wireBodyOf } from "./support/command-line.ts";
import { expect, test } from "./support/journey.ts";

const preset = { name: "llm4s", policies: [{ kind: "offload" }, { kind: "summarize" }] } as const;

test("secrets are in nothing that is copied from the wire: not in arguments, keys, or JSON in a result", async ({
  app,
  folder,
  context,
}) => {
  const key = `ghp_${letters.slice(0, 36)}`;
  const named = "tide table at dawn";
  const result = JSON.stringify({ headers: [{ name: "Cookie", value: named }], [key]: `\n${key}` }, null, 2);
  const parts = [
    { type: "tool-call", callId: "c", name: "x", arguments: { body: `{"password":"${named}"}` } },
  ];
  const messages = [
    { role: "user", parts: [{ type: "text", text: `Use ${key}.` }] },
    { role: "assistant", parts },
    {
      role: "tool",
      parts: [{ type: "tool-result", callId: "c", isError: false, parts: [{ type: "text", text: result }] }],
    },
    { role: "assistant", parts: [{ type: "text", text: "Done." }] },
  ];
  const file = path.join(folder, "quay.json");
  writeFileSync(file, JSON.stringify({ ullage: 1, thread: { messages } }));
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await app.importFile(file);
  await app.tab("Wire");
  for (const [label, provider] of [
    ["Anthropic Messages", "anthropic"],
    ["OpenAI Chat", "openai-chat"],
    ["Gemini", "gemini"],
  ] as const) {
    await app.inspector.getByRole("combobox", { name: "Body for" }).selectOption({ label });
    await expect(app.inspector).toContainText(/5 secrets masked/);
    const body = JSON.stringify(await wireBodyOf(file, preset, 2, provider));
    const copied: string[] = [body];
    for (const name of ["Body", "cURL", "SDK call"]) {
      await app.inspector.getByRole("button", { name, exact: true }).click();
      await expect(app.messages).toContainText(/copied/);
      copied.push(await app.page.evaluate(() => navigator.clipboard.readText()));
    }
    for (const text of copied) {
      expect(text).toContain("[GitHub token masked]");
      for (const secret of [key, named]) expect(text).not.toContain(secret);
    }
  }
});

test("find and the window say the same of when a message is sent", async ({ opened: app, harbour }) => {
  const { page, inspector } = app;
  const run = await replayOf(harbour, preset);
  await app.goToStep(30);
  await page.keyboard.press("Control+f");
  await page.getByRole("textbox", { name: "Find messages and decisions" }).fill('"quay log 12"');
  const found = inspector.getByRole("list", { name: "1 message found" }).getByRole("button");
  await expect(found).toContainText("step 12, sent from 13");
  await app.tab("Why");
  await page.getByRole("textbox", { name: "Ask the window for a text" }).fill("quay log 12\n".trim());
  await page.keyboard.press("Enter");
  const answer = inspector.getByRole("region", { name: "Answer of the window" });
  await expect(answer.getByRole("button", { name: "step 13" }).first()).toBeVisible();
  expect(stepOf(run, 13).raw.messages).toBeGreaterThan(stepOf(run, 12).raw.messages);
});

test("another counter counts every step as the command line does with it", async ({
  opened: app,
  harbour,
}) => {
  await app.tab("Tokens");
  await app.goToStep(12);
  const counter = app.inspector.getByRole("combobox", { name: "Counted by" });
  for (const tokenCounter of ["script-aware", "o200k_base"] as const) {
    await counter.selectOption(tokenCounter);
    await app.expectFigures(stepOf(await replayOf(harbour, { ...preset, tokenCounter }), 12));
  }
});

test("the columns show what the summary stands for, and a message that it covers is a ghost", async ({
  opened: app,
  harbour,
}) => {
  const run = await replayOf(harbour, preset);
  const [summary] = run.summary;
  if (!summary) throw new Error("the run has no summary");
  await app.goToStep(summary.firedAtStep);
  await app.columns.focus();
  await app.page.keyboard.press("Home");
  await expect(app.columns).toContainText(`stands for ${inWords(summary.covered)} messages`);
  const row = (name: RegExp) => app.columns.getByRole("row").filter({ hasText: name });
  const first = row(/^(?:User|Assistant|Result|\d results?)\s*1\D/).first();
  await expect(first.getByRole("gridcell", { name: "The summary stands for it" })).toBeVisible();
  // The first that it does not cover is sent as it is.
  await app.columns.getByRole("button", { name: "Skip to what is sent" }).click();
  await expect(row(new RegExp(`[a-z]\\s*${summary.covered + 1}\\D`)).first()).toContainText("kept");
  await app.goToStep(summary.firedAtStep - 1);
  await expect(app.columns).not.toContainText("stands for");
});

test("the share view stacks to the whole, and the timeline's control tells the same of a step", async ({
  opened: app,
  harbour,
}) => {
  const run = await replayOf(harbour, preset);
  await app.goToStep(42);
  await app.timeline.getByRole("radio", { name: "Share" }).click();
  await expect(app.timeline.getByRole("radio", { name: "Share" })).toBeChecked();
  await app.expectFigures(stepOf(run, 42));
  await app.page.reload();
  await expect(app.timeline.getByRole("radio", { name: "Share" })).toBeChecked();
});

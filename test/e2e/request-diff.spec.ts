import { writeFileSync } from "node:fs";
import path from "node:path";
import { replayOf } from "./support/command-line.ts";
import { expect, test } from "./support/journey.ts";

const preset = { name: "llm4s", policies: [{ kind: "offload" }, { kind: "summarize" }] } as const;

/** The lines of an editor that go on past its right edge. */
function linesBeyond(editor: Element): string[] {
  const { right } = editor.getBoundingClientRect();
  const lines = [...editor.querySelectorAll(".view-line > span")].filter((line) => line.textContent !== "");
  if (lines.length === 0) return ["nothing is drawn"];
  return lines.flatMap((line) => (line.getBoundingClientRect().right > right ? [line.textContent] : []));
}

test("the diff of a request against the step before shows the messages that were added", async ({
  opened: app,
}) => {
  const { page } = app;
  await app.tab("Diff");
  await expect(app.inspector).toContainText("The first request");
  await app.goToStep(6);
  await expect(app.inspector.getByRole("heading", { name: "Step 5 → step 6" })).toBeVisible();
  await expect(app.inspector.getByRole("status")).toHaveText("1 change");
  await expect(app.inspector).toContainText("Reading the quay log number 5.");
  await expect(app.inspector).not.toContainText("Reading the quay log number 6.");

  await page.keyboard.press("]");
  await expect(app.inspector.getByRole("heading", { name: "Step 6 → step 7" })).toBeVisible();
  await expect(app.inspector).toContainText("Reading the quay log number 6.");
});

test("a pinned step is compared with, in the tab and enlarged side by side", async ({ opened: app }) => {
  const { page } = app;
  await app.goToStep(2);
  await page.keyboard.press("c");
  await page.keyboard.press("d");
  await app.goToStep(5);
  await expect(app.inspector.getByRole("heading", { name: "Step 2 → step 5" })).toBeVisible();
  await app.inspector.getByRole("button", { name: "Enlarge, side by side" }).click();
  const dialog = page.getByRole("dialog", { name: "Request of step 2 against step 5" });
  await expect(dialog.getByRole("status")).toHaveText(/^\d+ changes?$/);
  await expect(dialog).toContainText("Reading the quay log number 2.");
  await expect(dialog.getByRole("code")).toHaveCount(2);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  // What was inline, in a narrow pane, stands side by side in a wide one: both sides wrap, so that no line is cut.
  for (const keys of ["Shift+I", "Control+b"]) await page.keyboard.press(keys);
  const before = app.inspector.getByRole("code").first();
  await before.hover();
  await page.mouse.wheel(0, -5000);
  await expect.poll(() => before.evaluate(linesBeyond)).toEqual([]);
  for (const keys of ["Control+b", "Shift+I"]) await page.keyboard.press(keys);
  await app.inspector.getByRole("button", { name: "Unpin step 2" }).click();
  await expect(app.inspector.getByRole("heading", { name: "Step 4 → step 5" })).toBeVisible();
});

test("where a summary takes much away, the window draws no more of the diff than is in sight", async ({
  opened: app,
  folder,
}) => {
  await app.tab("Diff");
  await app.goToStep(41);
  await expect(app.inspector.getByRole("heading", { name: "Step 40 → step 41" })).toBeVisible();
  // Side by side the pane is too narrow for it: the messages are shown until somebody wants the texts.
  await expect(app.inspector.getByRole("radio", { name: "Messages" })).toBeChecked();
  await app.inspector.getByRole("radio", { name: "Text" }).click();
  await expect(app.inspector.getByRole("status")).toHaveText(/^\d+ changes?$/);
  const drawn = await app.inspector.evaluate((element) => element.querySelectorAll("*").length);
  expect(drawn).toBeLessThan(4000);

  // Past the gate no editor is opened: not for two requests, not for a body. What they have together is said.
  const say = (role: string, text: string) => ({ role, parts: [{ type: "text", text }] });
  const long = [
    say("user", "tide ".repeat(700_000)),
    say("assistant", "Low."),
    say("user", "And now?"),
    say("assistant", "High."),
  ];
  const file = path.join(folder, "long.json");
  writeFileSync(file, JSON.stringify({ ullage: 1, thread: { messages: long } }));
  const { steps } = await replayOf(file, preset);
  await app.importFile(file);
  await app.goToStep(2);
  await app.tab("Wire");
  const mib = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;
  await expect(app.inspector).toContainText(`The body has ${mib(steps[1]?.request.bytes ?? 0)}: an editor`);
  await app.tab("Diff");
  await app.inspector.getByRole("radio", { name: "Text" }).click();
  await expect(app.inspector).toContainText("Too large to compare as text");
  const both = steps.reduce((sum, { request }) => sum + request.bytes, 0);
  await expect(app.inspector).toContainText(`The two requests are ${mib(both)} together`);
  await expect(app.inspector.locator(".code-editor")).toHaveCount(0);
});

import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expectAccessible } from "./support/accessibility.ts";
import { AppWindow } from "./support/app-window.ts";
import { callLines, claudeLine, quaySession, sayLine, userLine } from "./support/claude-lines.ts";
import { dropFiles } from "./support/drop-files.ts";
import { expect, test } from "./support/journey.ts";

function write(folder: string, name: string, text: string): string {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

async function report(app: AppWindow, name: string) {
  await app.page.getByRole("button", { name: `More for ${name}`, exact: true }).click();
  await app.page.getByRole("menuitem", { name: "Import report" }).click();
  const dialog = app.page.getByRole("dialog", { name: "Import report" });
  await expect(dialog).toBeVisible();
  return dialog;
}

async function command(app: AppWindow, words: string): Promise<void> {
  await app.page.keyboard.press("Control+k");
  await app.page.getByRole("combobox").fill(words);
  await app.page.keyboard.press("Enter");
}

test("a branch that the session left is a thread of its own, to be chosen and run", async ({
  app,
  folder,
}) => {
  const text =
    quaySession(3) +
    userLine("left", "answer-3", "Try the north pier, no, forget it.") +
    sayLine("left", "left", "The north pier has no light.") +
    userLine("live", "answer-3", "Try the south pier.") +
    callLines("south", "live", "Two fathoms, mud.");
  await app.importFile(write(folder, "quay.jsonl", text));
  await expect(app.stepper).toContainText("step 4 / 4");
  await app.page.getByRole("button", { name: /^Lane/ }).click();
  await app.page.getByRole("menuitemcheckbox", { name: /branch-1.*leaves main after 7 messages/ }).click();
  await app.goToStep(4);
  await expect(app.columns).toContainText("Try the north pier");
  await expect(app.columns).not.toContainText("Try the south pier");
  // The report opens the live thread again.
  const dialog = await report(app, "quay.jsonl");
  await expect(dialog).toContainText("leaves main after message 7");
  await dialog.getByRole("button", { name: "main", exact: true }).click();
  await app.goToStep(4);
  await expect(app.columns).toContainText("Try the south pier");
});

test("the same file again is the same transcript; a longer one goes on with it", async ({
  app,
  folder,
  complaints,
}) => {
  complaints.allow(/^download: blob:/);
  const file = write(folder, "quay.jsonl", quaySession(3));
  await app.importFile(file);
  await app.goToStep(2);
  await dropFiles(app.page, [file]);
  await expect(app.messages).toContainText("is in the library already");
  writeFileSync(file, quaySession(6));
  await dropFiles(app.page, [file]);
  await expect(app.messages).toContainText("quay.jsonl has grown");
  await expect(app.stepper).toContainText("/ 6");
  await expect(app.library.getByRole("button", { name: /^More for / })).toHaveCount(1);
  // What is saved are the bytes of the longer file.
  const saved = app.page.waitForEvent("download");
  await app.page.getByRole("button", { name: "More for quay.jsonl", exact: true }).click();
  await app.page.getByRole("menuitem", { name: "Save the original file" }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe("quay.jsonl");
  expect(readFileSync(await download.path()).equals(readFileSync(file))).toBe(true);
});

test("sessions on this machine are listed after a press of a button, and only the chosen ones are read", async ({
  folder,
  page,
  startServer,
}) => {
  const home = path.join(folder, "home");
  write(home, ".claude/projects/-home-ada-quay/one.jsonl", quaySession(2));
  write(home, ".claude/projects/-home-ada-quay/two.jsonl", quaySession(5));
  write(home, ".codex/auth.json", "{}");
  const app = new AppWindow(page);
  await app.enter(await startServer({ data: path.join(folder, "other"), home }));
  await app.page.getByRole("button", { name: "Find sessions of coding agents on this machine" }).click();
  const dialog = app.page.getByRole("dialog", { name: "Sessions on this machine" });
  await expect(dialog).not.toContainText("two.jsonl");
  await dialog.getByRole("button", { name: "Look for sessions" }).click();
  await expect(dialog.getByRole("listitem")).toHaveCount(2);
  await expect(dialog).toContainText("Claude Code 2");
  await expectAccessible(dialog, "sessions on this machine");
  await dialog.getByRole("textbox").fill("two");
  await dialog.getByRole("checkbox", { name: /two\.jsonl/ }).check();
  await dialog.getByRole("button", { name: /^Import 1 file/ }).click();
  await expect(app.transcript("two.jsonl")).toHaveAttribute("aria-current", "true");
  await expect(app.stepper).toContainText("step 5 / 5");
  await expect(app.transcript("one.jsonl")).toHaveCount(0);
});

test("a file that is followed comes in as it is written, and the selection stays", async ({
  folder,
  page,
  startServer,
}) => {
  const file = write(folder, "live.jsonl", quaySession(3));
  const app = new AppWindow(page);
  await app.enter(await startServer({ open: [file], follow: true }));
  await expect(app.transcript("live.jsonl")).toHaveAttribute("aria-current", "true");
  await expect(app.library).toContainText("live");
  await app.goToStep(2);
  await app.walkTo("j", "Result 3");
  const next = callLines("4", "answer-3", "Rocks.");
  appendFileSync(file, next.slice(0, 60));
  appendFileSync(file, next.slice(60));
  await expect(app.stepper).toContainText("step 2 / 4");
  await expect(app.selectedRow).toContainText("fathoms of water");
  await app.goToStep(4);
  await expect(app.columns).toContainText("Outgoing request, step 4");
  // Followed no more, it stays as it is.
  await app.page.getByRole("button", { name: "More for live.jsonl", exact: true }).click();
  await app.page.getByRole("menuitemcheckbox", { name: "Follow the file as it grows" }).click();
  await expect(app.library.getByText("live", { exact: true })).toHaveCount(0);
});

test("what the vendor cleared stands beside the profile, and a row leads to its message", async ({
  app,
  folder,
}) => {
  const microcompactMetadata = {
    preTokens: 52_000,
    tokensSaved: 900,
    compactedToolIds: ["call-1", "call-2"],
  };
  const text =
    quaySession(5) +
    claudeLine("mark", "answer-5", {
      type: "system",
      subtype: "microcompact_boundary",
      microcompactMetadata,
    }) +
    sayLine("end", "mark", "The channel is sounded.");
  await app.importFile(write(folder, "cleared.jsonl", text));
  await command(app, "Ground truth");
  const dialog = app.page.getByRole("dialog", { name: "Ground truth" });
  await expect(dialog).toContainText("cleared 2 tool results");
  await expect(dialog).toContainText("52k before, 900 saved (reported)");
  await expect(dialog.getByRole("row")).toHaveCount(3);
  await expectAccessible(dialog, "ground truth");
  await dialog.getByRole("row").nth(2).getByRole("button").click();
  await expect(dialog).toBeHidden();
  await expect(app.stepper).toContainText("step 6 / 6");
  await expect(app.inspector.getByText("Result 5", { exact: true })).toBeVisible();
});

test("bad spans open to their bytes, and secrets are told by place", async ({ app, folder }) => {
  const secret = `ghp_${"Q7wE4rT9yU2iO5pA8sD3fG6hJ1kL0zX7cV4b"}`;
  const text = `${quaySession(2)}{"half": \n${userLine("end", "answer-2", `the token is ${secret}`)}${sayLine("end", "end", "Noted.")}`;
  await app.importFile(write(folder, "bad.jsonl", text));
  const dialog = await report(app, "bad.jsonl");
  await dialog.getByRole("button", { name: /line 6/ }).click();
  await expect(dialog.locator("mark")).toContainText('{"half":');
  await expect(dialog).toContainText("GitHub token");
  await dialog.getByText("GitHub token").click();
  await expectAccessible(dialog, "import report");
  await dialog.getByRole("button", { name: /message 6/ }).click();
  await expect(dialog).toBeHidden();
  await expect(app.inspector.getByText("User 6", { exact: true })).toBeVisible();
  await expect(app.selectedRow).toContainText("the token is");
});

import type { Page } from "@playwright/test";
import { type AppWindow, TABS } from "./support/app-window.ts";
import { dropFiles } from "./support/drop-files.ts";
import { shown } from "../../core/lib/shown.ts";
import { importOf, openedStepOf, type Replayed, replayOf } from "./support/command-line.ts";
import { HOSTILE_NAME, writeHostileSession } from "./support/hostile-session.ts";
import { expect, test } from "./support/journey.ts";

/** Nothing of the transcript became code, an element, or a property of every object; the window is as wide as before. */
async function expectUnharmed(page: Page, where: string): Promise<void> {
  const harm = await page.evaluate(() => ({
    ran: "pwned" in window,
    polluted: "polluted" in {},
    elements: document.querySelectorAll("iframe, object, embed, base, meta[http-equiv=refresh], svg animate")
      .length,
    scripts: document.querySelectorAll("body script").length,
    // No picture but one from its own data, no link to anywhere.
    pictures: [...document.images].filter(({ src }) => !/^data:image\/(png|jpeg|gif|webp);base64,/.test(src))
      .length,
    links: [...document.querySelectorAll("a[href]")].filter(
      (link) => !link.getAttribute("href")?.startsWith("#"),
    ).length,
    wider: document.documentElement.scrollWidth > innerWidth || document.body.scrollWidth > innerWidth,
  }));
  const nothing = {
    ran: false,
    polluted: false,
    elements: 0,
    scripts: 0,
    pictures: 0,
    links: 0,
    wider: false,
  };
  expect(harm, where).toEqual(nothing);
  await expect(page.locator("#root").getByText("Ullage", { exact: true })).toBeVisible();
}

const OFFLOAD = { kind: "offload" } as const;

/** The step that is shown is the one that the run says most at. */
async function expectOpenedAt(app: AppWindow, run: Replayed): Promise<void> {
  const step = openedStepOf(run);
  await expect(app.stepper).toContainText(`step ${step} / ${run.steps.length}, turn`);
}

/** Looks at each message of the step that is shown, in every way there is. */
async function lookAtEverything(app: AppWindow, where: string): Promise<void> {
  const { page } = app;
  await app.columns.focus();
  await page.keyboard.press("Home");
  for (let row = 0; row < 11; row++) {
    await page.keyboard.press("Space");
    await app.tab("Message");
    await expectUnharmed(page, `${where}, row ${row}`);
    for (const asJson of await app.inspector.getByRole("button", { name: "as JSON" }).all())
      await asJson.click();
    await app.tab("Why");
    await app.columns.focus();
    await page.keyboard.press("ArrowDown");
  }
  for (const tab of TABS) {
    await app.tab(tab);
    if (tab === "Find") await page.getByRole("textbox", { name: /^Find messages/ }).fill("script");
    await expectUnharmed(page, `${where}, ${tab}`);
  }
  await app.tab("Why");
  await page.getByRole("textbox", { name: /^Ask the window/ }).fill("<script>window.pwned = 1</script>");
  await page.keyboard.press("Enter");
  await expect(app.inspector.getByRole("region", { name: "Answer of the window" })).toBeVisible();
  await expectUnharmed(page, `${where}, asked`);
}

test("a transcript full of hostile markup is text and nothing else, wherever it is shown", async ({
  app,
  folder,
}) => {
  const { page } = app;
  const file = writeHostileSession(folder);
  await dropFiles(page, [file]);
  await expect(app.transcript(shown(HOSTILE_NAME))).toHaveAttribute("aria-current", "true");
  await expect(app.columns).toBeVisible();
  await expectUnharmed(page, "opened");
  await expectOpenedAt(app, await replayOf(file, { policies: [OFFLOAD, { kind: "summarize" }] }));
  await app.goToStep(3);
  await lookAtEverything(app, "as recorded");

  const trigger = app.drawer
    .getByRole("region", { name: "Policy Summarize" })
    .getByRole("spinbutton", { name: "Trigger" });
  await trigger.fill("1000");
  await trigger.press("Enter");
  await app.drawer.getByRole("spinbutton", { name: "Recent messages kept" }).fill("1");
  await expect(page.getByRole("contentinfo")).toContainText(/\d fires?/);
  await lookAtEverything(app, "summarised");

  await page.getByRole("button", { name: /^Lane/ }).click();
  await page.getByRole("menuitemcheckbox", { name: /<u>sub<\/u>/ }).click();
  const changed = { kind: "summarize", trigger: { tokens: 1000 }, keepRecent: 1 } as const;
  const { threads } = await importOf(file);
  const sub = threads[1]?.id ?? "";
  await expectOpenedAt(app, await replayOf(file, { policies: [OFFLOAD, changed] }, "--thread", sub));
  await expectUnharmed(page, "the other lane");
});

test("its markup is shown letter for letter", async ({ app, folder }) => {
  const { page } = app;
  await dropFiles(page, [writeHostileSession(folder)]);
  await expect(app.columns).toBeVisible();
  await expect(app.library.getByText("<img src=x onerror=window.pwned=13>")).toBeVisible();
  await app.columns.focus();
  await page.keyboard.press("Home");
  await app.walkTo("j", "User 1");
  await app.tab("Message");
  for (const line of [
    "<script>window.pwned = 1</script>",
    "[open me](javascript:window.pwned=6)",
    "![pixel](http://pixel.invalid/seen.png)",
  ])
    await expect(app.inspector).toContainText(line);
  for (const mark of [
    "U+202E right-to-left override",
    "U+0000 control character",
    "U+001B control character",
  ])
    await expect(app.inspector.getByRole("img", { name: mark }).first()).toBeVisible();
});

test("its words are found, and what is found is text", async ({ app, folder }) => {
  const { page } = app;
  await dropFiles(page, [writeHostileSession(folder)]);
  await expect(app.columns).toBeVisible();
  await app.library.getByRole("textbox", { name: "Search all transcripts" }).fill("pixel invalid");
  const hits = app.library.getByRole("list", { name: /places? found/ }).getByRole("button");
  await expect(hits.first()).toContainText("pixel.invalid");
  await expectUnharmed(page, "search");
  await hits.first().click();
  await expect(app.selectedRow).toHaveCount(1);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("Open <img");
  await expect(page.getByRole("option").first()).toContainText("Open <img src=x");
  await expectUnharmed(page, "commands");
  await page.keyboard.press("Escape");
  await app.library.getByRole("button", { name: "Clear the search" }).click();
  await app.library.getByRole("button", { name: /^More for/ }).click();
  await page.getByRole("menuitem", { name: "Import report" }).click();
  await expect(page.getByRole("dialog", { name: "Import report" })).toContainText(
    "<img src=x onerror=window.pwned=13>",
  );
  await expectUnharmed(page, "import report");
});

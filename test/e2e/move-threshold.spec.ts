import type { ProfileInput } from "../../core/model/profile.ts";
import { AppWindow } from "./support/app-window.ts";
import { replayOf } from "./support/command-line.ts";
import { expect, test } from "./support/journey.ts";
import { expectRun, expectTotals } from "./support/run-figures.ts";

interface Values {
  readonly threshold?: number;
  readonly trigger?: number;
}

/** The first preset with other values. */
function profileWith({ threshold, trigger }: Values): ProfileInput {
  return {
    policies: [
      { kind: "offload", ...(threshold === undefined ? {} : { thresholdTokens: threshold }) },
      { kind: "summarize", ...(trigger === undefined ? {} : { trigger: { tokens: trigger } }) },
    ],
  };
}

function field(app: AppWindow, policy: string, name: string) {
  return app.drawer
    .getByRole("region", { name: `Policy ${policy}` })
    .getByRole("spinbutton", { name, exact: true });
}

test("a value typed into its control manages the transcript again; undo, redo and the address follow", async ({
  opened: app,
  harbour,
  context,
}) => {
  const before = await replayOf(harbour, profileWith({}));
  const after = await replayOf(harbour, profileWith({ threshold: 5000 }));
  expect(after.totals.offloaded).toBeGreaterThan(before.totals.offloaded);
  await expectTotals(app, before);

  const threshold = field(app, "Offload", "Threshold");
  await threshold.fill("5k");
  await threshold.press("Enter");
  await expect(threshold).toHaveValue("5,000");
  await expectRun(app, after, [1, 12, 41, 44]);

  await app.drawer.getByRole("button", { name: "Undo" }).click();
  await expect(threshold).toHaveValue("20,000");
  await expectRun(app, before, [12, 41]);
  await app.drawer.getByRole("button", { name: "Redo" }).click();
  await expectTotals(app, after);

  await expect(app.page).toHaveURL(/&profile=preset%3Allm4s&draft=/);
  const address = app.page.url();
  await app.drawer.getByRole("button", { name: "Undo" }).click();
  await expect(app.page).not.toHaveURL(/draft=/);
  // The host has been told by now: a window that comes without an address would have this one.
  await app.page.waitForTimeout(600);
  const second = new AppWindow(await context.newPage());
  await second.page.goto(address);
  await expect(second.messages).toContainText("Profile llm4s, changed, came with the address");
  await expectTotals(second, after);
  await expectRun(second, after, [12, 41]);
  await second.drawer.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(field(second, "Offload", "Threshold")).toHaveValue("20,000");
  await expectTotals(second, before);
  // Typed into a window that is there it does the same.
  await second.page.goto(address);
  await expectTotals(second, after);
});

test("the slider of a control moves with the keys, the run with it", async ({ opened: app, harbour }) => {
  const { page } = app;
  const trigger = field(app, "Summarize", "Trigger");
  await app.drawer.getByRole("slider", { name: "Trigger, slider" }).focus();
  for (let presses = 0; presses < 8; presses++) await page.keyboard.press("ArrowDown");
  const value = Number((await trigger.inputValue()).replaceAll(",", ""));
  expect(value).toBeLessThan(100_000);
  await expectRun(app, await replayOf(harbour, profileWith({ trigger: value })), [30, 41, 44]);
});

test("what is typed as JSON is run, moves the control, and a mistake is explained while the last run stays", async ({
  opened: app,
  harbour,
}) => {
  const { page } = app;
  const editor = app.drawer.getByRole("textbox", { name: "Profile as JSON" });
  const typeOver = async (text: string) => {
    await editor.focus();
    await page.keyboard.press("Control+a");
    await page.keyboard.type(text);
  };
  const type = (profile: object) => typeOver(JSON.stringify(profile));
  await type(profileWith({ threshold: 3000, trigger: 40_000 }));
  const run = await replayOf(harbour, profileWith({ threshold: 3000, trigger: 40_000 }));
  await expect(field(app, "Offload", "Threshold")).toHaveValue("3,000");
  await expect(field(app, "Summarize", "Trigger")).toHaveValue("40,000");
  await editor.blur();
  await expectRun(app, run, [12, 30, 44]);

  // A trigger in messages has its own scale on the timeline, where it moves by whole messages.
  const inMessages = (messages: number) =>
    ({ policies: [{ kind: "summarize", trigger: { messages }, keepRecent: 8 }] }) as const;
  await type(inMessages(30));
  const level = app.timeline.getByRole("slider", { name: "summarize past" });
  await expect(level).toHaveAttribute("aria-valuetext", "30 messages");
  await level.focus();
  for (const key of ["ArrowUp", "ArrowUp", "ArrowDown"]) await page.keyboard.press(key);
  await expect(level).toHaveAttribute("aria-valuetext", "31 messages");
  const counted = await replayOf(harbour, inMessages(31));
  await expectTotals(app, counted);
  const fired = counted.events.find(({ action }) => action === "fired");
  await app.goToStep(fired?.step ?? 0);
  await app.timeline.getByRole("radio", { name: "Table" }).click();
  const row = app.timeline.getByRole("row").filter({
    has: page.getByRole("button", { name: String(fired?.step), exact: true }),
  });
  await expect(row.getByRole("cell", { name: `${fired?.measured?.value} of 31`, exact: true })).toBeVisible();
  await app.timeline.getByRole("radio", { name: "Time", exact: true }).click();

  await type({ policies: [{ kind: "offload", thresholdTokens: 5 }] });
  await expect(app.drawer.getByRole("list", { name: "Problems of this profile" })).toContainText(
    "5 is below the least, 1,000",
  );
  await expectTotals(app, counted);
  await type({ policies: [{ kind: "offlod" }] });
  await expect(app.drawer.getByRole("list", { name: "Problems of this profile" })).toContainText("offload");
  await expectTotals(app, counted);

  await typeOver('{ "policies": ');
  await expect(
    app.drawer
      .getByRole("status")
      .filter({ hasText: /JSON|line|end/i })
      .last(),
  ).toBeVisible();
  await expectTotals(app, counted);
});

test("the line on the timeline can be dragged: the run follows, and one undo brings it back", async ({
  opened: app,
  harbour,
}) => {
  const { page } = app;
  const before = await replayOf(harbour, profileWith({}));
  const line = app.timeline.getByRole("slider", { name: "summarize past" });
  await expect(line).toHaveAttribute("aria-valuenow", "100000");
  const valueOf = async () => Number(await line.getAttribute("aria-valuenow"));
  const box = await line.boundingBox();
  if (!box) throw new Error("the line has no place");
  const [x, y] = [box.x + box.width / 3, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 20, { steps: 4 });
  const halfway = await valueOf();
  expect(halfway).toBeLessThan(100_000);
  await expectTotals(app, await replayOf(harbour, profileWith({ trigger: halfway })));
  await page.mouse.move(x, y + 45, { steps: 4 });
  await page.mouse.up();
  const value = await valueOf();
  expect(value).toBeLessThan(halfway);
  await expect(field(app, "Summarize", "Trigger")).toHaveValue(value.toLocaleString("en-GB"));
  await expectRun(app, await replayOf(harbour, profileWith({ trigger: value })), [20, 30, 44]);

  await page.keyboard.press("Control+z");
  await expect(line).toHaveAttribute("aria-valuenow", "100000");
  await expectRun(app, before, [30, 41]);
});

test("the line moves with the keys, and the preset “none” takes everything back", async ({
  opened: app,
  harbour,
}) => {
  const { page } = app;
  const line = app.timeline.getByRole("slider", { name: "summarize past" });
  await line.focus();
  await page.keyboard.press("PageDown");
  await page.keyboard.press("PageDown");
  await page.keyboard.press("ArrowUp");
  const value = Number(await line.getAttribute("aria-valuenow"));
  expect(value).toBeLessThan(100_000);
  await expectRun(app, await replayOf(harbour, profileWith({ trigger: value })), [41, 44]);

  await page.getByRole("button", { name: /^Profile: llm4s|profile llm4s/ }).click();
  await page.getByRole("menuitemcheckbox", { name: /^none/ }).click();
  await expectRun(app, await replayOf(harbour, { policies: [] }), [41, 44]);
  await expect(line).toHaveCount(0);
});

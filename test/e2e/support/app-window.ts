import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";
import type { ProfileInput } from "../../../core/model/profile.ts";
import type { AppServer } from "./app-server.ts";
import type { Amounts, ReplayedStep } from "./command-line.ts";
import { dropFiles } from "./drop-files.ts";

const whole = new Intl.NumberFormat("en-GB");

/** A number as the window writes it in full. */
export function inWords(value: number): string {
  return whole.format(value);
}

/** The inspector's tabs by their names, in order. */
export const TABS = [
  "Why",
  "Message",
  "Preview",
  "Diff",
  "Summary",
  "Tokens",
  "Store",
  "Wire",
  "Ledger",
  "Find",
] as const;

/** The window as a person finds their way in it: by names, roles and words, never by how it is built. */
export class AppWindow {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Opens the window of a server. */
  async enter(server: AppServer): Promise<void> {
    await this.page.goto(await server.newLink());
    await expect(this.library).toBeVisible();
  }

  get library(): Locator {
    return this.page.getByRole("navigation", { name: "Library" });
  }

  /** A transcript's button in the library. */
  transcript(name: string): Locator {
    const rows = this.library.getByRole("list", { name: "Transcripts" }).getByRole("listitem");
    const own = this.page.getByRole("button", { name: `More for ${name}`, exact: true });
    return rows.filter({ has: own }).getByRole("button").first();
  }

  /** Cards of imports that run or failed. */
  get imports(): Locator {
    return this.library.getByRole("list", { name: "Imports" }).getByRole("listitem");
  }

  get timeline(): Locator {
    return this.page.getByRole("region", { name: "Timeline" });
  }

  /** The timeline's own control: its value is the step. */
  get stepOnTimeline(): Locator {
    return this.timeline.getByRole("slider", { name: "Step", exact: true });
  }

  get columns(): Locator {
    return this.page.getByRole("grid", { name: "Raw history and outgoing request" });
  }

  /** The open tab of the inspector. */
  get inspector(): Locator {
    return this.page.getByRole("tabpanel");
  }

  get drawer(): Locator {
    return this.page.getByRole("region", { name: "Policies" });
  }

  /** Messages that come up in the corner. */
  get messages(): Locator {
    return this.page.getByRole("region", { name: "Messages" });
  }

  /** The stepper in the header. */
  get stepper(): Locator {
    return this.page.getByRole("group", { name: "Step" });
  }

  async tab(name: string): Promise<void> {
    await this.page.getByRole("tab", { name, exact: true }).click();
  }

  /** Imports a file by dropping it; it is opened. */
  async importFile(file: string): Promise<void> {
    await dropFiles(this.page, [file]);
    await expect(this.transcript(path.basename(file))).toHaveAttribute("aria-current", "true");
    await expect(this.columns).toBeVisible();
  }

  /** Runs a profile that is dropped as a file. */
  async useProfile(file: string, profile: ProfileInput & { readonly name: string }): Promise<void> {
    writeFileSync(file, JSON.stringify(profile));
    await dropFiles(this.page, [file]);
    await expect(this.messages).toContainText(`Profile ${profile.name} loaded`);
  }

  /** Goes to a step by its number. */
  async goToStep(step: number): Promise<void> {
    await this.stepper.getByRole("button", { name: /^step / }).click();
    const dialog = this.page.getByRole("dialog", { name: "Go to step" });
    await dialog.getByRole("textbox").fill(String(step));
    await this.page.keyboard.press("Enter");
    await expect(dialog).toBeHidden();
    await expect(this.stepper).toContainText(`step ${inWords(step)} /`);
  }

  /** Goes to the first step, from the one that a thread is opened at. */
  async goToFirstStep(): Promise<void> {
    await this.page.keyboard.press("Control+[");
    await expect(this.stepper).toContainText("step 1 /");
  }

  /** The row of the columns that is selected. */
  get selectedRow(): Locator {
    return this.columns.getByRole("row", { selected: true });
  }

  /** Presses a key until a message such as `Result 7` is selected and the inspector is about it. */
  async walkTo(key: "j" | "k", title: string): Promise<void> {
    const index = async () =>
      (await this.selectedRow.count()) > 0 ? this.selectedRow.getAttribute("aria-rowindex") : null;
    // The keys go by what is in the columns, which come a moment after the stepper.
    await expect(this.columns).toHaveAttribute("aria-busy", "false");
    const wanted = new RegExp(`${title.replace(" ", "\\s*")}(?!\\d)`);
    for (let presses = 0; presses < 60; presses++) {
      const before = await index();
      if (before !== null && wanted.test((await this.selectedRow.textContent()) ?? "")) break;
      await this.page.keyboard.press(key);
      await expect.poll(index).not.toBe(before);
    }
    await expect(this.inspector.getByText(title, { exact: true })).toBeVisible();
  }

  /** Waits until columns, timeline and header say of a step what `ullage replay` says. */
  async expectFigures({ step, turn, raw, request }: ReplayedStep): Promise<void> {
    const [left = "", right = ""] = [raw, request].map(({ tokens }) => inWords(tokens));
    await expect(this.stepper).toContainText(
      new RegExp(`step ${inWords(step)} / [\\d,]+, turn ${inWords(turn)}`),
    );
    await expect(
      this.page.getByRole("button", { name: `Step ${step}: ${left} tokens raw, ${right} outgoing` }),
    ).toBeVisible();
    const said = new RegExp(`^step ${step} of \\d+, ${right} of ${left} tokens sent`);
    await expect(this.stepOnTimeline).toHaveAttribute("aria-valuetext", said);
    await expect(this.stepOnTimeline).toHaveAttribute("aria-valuenow", String(step));
    await this.expectColumns(step, raw, request);
  }

  /** Waits until the columns' headers show a step with these amounts. */
  private async expectColumns(step: number, raw: Amounts, request: Amounts): Promise<void> {
    const heads = this.columns.getByRole("columnheader");
    await expect(heads.nth(1)).toContainText(`Outgoing request, step ${inWords(step)}`);
    await expectAmounts(heads.nth(0), raw);
    await expectAmounts(heads.nth(1), request);
  }
}

async function expectAmounts(head: Locator, { messages, tokens, bytes }: Amounts): Promise<void> {
  await expect(head.getByText(new RegExp(`^${inWords(messages)} messages? ·`))).toBeVisible();
  await expect(head.getByTitle(`${inWords(tokens)} tokens, estimated`)).toBeVisible();
  await expect(head.getByTitle(`${inWords(bytes)} bytes`, { exact: true })).toBeVisible();
}

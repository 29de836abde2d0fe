import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Locator } from "@playwright/test";
import { letters } from "../support/made-secrets.ts";
import { inWords } from "./support/app-window.ts";
import { replayOf, stepOf, wireBodyOf } from "./support/command-line.ts";
import { expect, test } from "./support/journey.ts";
import { png } from "./support/png.ts";

const preset = { name: "llm4s", policies: [{ kind: "offload" }, { kind: "summarize" }] } as const;
const key = `ghp_${letters.slice(0, 36)}`;
const COLOUR = [200, 40, 120] as const;
const picture = png(6, 4, COLOUR);

/** One line that is longer than a page can hold in one piece, with signs that a piece must not cut through. */
const line = Array.from({ length: 12_000 }, (_, at) => `${at}\u{1f6a2}\t`).join("");
const sounding = `first\n${line}\nlast, with a blank at its end `;

/** Results that are looked at in a way of their own. */
const forms = {
  json: JSON.stringify({ berths: [4, 5], tide: { low: "06:12", high: null } }),
  diff: "@@ -1,2 +1,2 @@\n pier\n-low at 06:12\n+low at 06:21",
  markdown: "# Quay <b>log</b>\n\n- **low** water\n- `high` water",
  code: "import { tide } from 'quay';\nfunction low() {\n  return tide(4);\n}",
};

function writeSession(folder: string): string {
  const media = { type: "media", mediaType: "image/png", name: "quay.png", data: picture.toString("base64") };
  const call = { type: "tool-call", callId: "c", name: "sound", arguments: { pier: 4 } };
  const result = {
    type: "tool-result",
    callId: "c",
    isError: false,
    parts: [{ type: "text", text: sounding }],
  };
  const messages = [
    { role: "user", parts: [{ type: "text", text: `Use ${key} on "pier 4" \u{1f6a2}.` }, media] },
    { role: "assistant", parts: [call] },
    { role: "tool", parts: [result] },
    { role: "assistant", parts: [{ type: "text", text: "Done." }] },
    { role: "user", parts: [{ type: "text", text: "And the rest?" }] },
    {
      role: "assistant",
      parts: Object.keys(forms).map((name) => ({ ...call, callId: name, arguments: { name } })),
    },
    ...Object.entries(forms).map(([callId, said]) => ({
      role: "tool",
      parts: [{ ...result, callId, parts: [{ type: "text", text: said }] }],
    })),
    { role: "assistant", parts: [{ type: "text", text: "All read." }] },
  ];
  const file = path.join(folder, "pier.json");
  writeFileSync(file, JSON.stringify({ ullage: 1, thread: { messages } }));
  return file;
}

/** What a list of lines draws from its top to its end: the number and the text of each row. */
function rowsOf(list: Locator): Promise<readonly (readonly [number: string, text: string])[]> {
  return list.evaluate(async (place) => {
    const rows = new Map<number, readonly [string, string]>();
    const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    for (let end = false; !end;) {
      end = place.scrollTop + place.clientHeight >= place.scrollHeight - 1;
      for (const row of place.querySelectorAll<HTMLElement>(".virtual-list-row"))
        rows.set(Number(row.dataset["index"]), [
          row.querySelector(".text-view__number")?.textContent ?? "",
          row.querySelector(".text-view__text")?.textContent ?? "",
        ]);
      place.scrollBy(0, place.clientHeight * 2);
      await drawn();
    }
    return [...rows].toSorted(([a], [b]) => a - b).map(([, row]) => row);
  });
}

test("a picture, a line of any length and what is copied are what was recorded, or what was sent", async ({
  app,
  folder,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { page, inspector } = app;
  const file = writeSession(folder);
  const run = await replayOf(file, preset);
  await app.importFile(file);
  await app.goToStep(2);
  await app.expectFigures(stepOf(run, 2));
  const copied = async (from: Locator, said: string) => {
    await from.getByRole("button", { name: "Copy", exact: true }).click();
    await expect(app.messages).toContainText(`Copied ${said}`);
    return page.evaluate(() => navigator.clipboard.readText());
  };

  // The picture: of its own data, drawn, and its bytes are those of the file that it is.
  await app.walkTo("k", "User 1");
  await app.tab("Message");
  const image = inspector.getByRole("img", { name: "quay.png" });
  await expect(image).toHaveAttribute("src", `data:image/png;base64,${picture.toString("base64")}`);
  const seen = await image.evaluate(async (element) => {
    const drawn = element as HTMLImageElement;
    await drawn.decode();
    const canvas = document.createElement("canvas");
    const pen = canvas.getContext("2d");
    pen?.drawImage(drawn, 0, 0);
    return {
      size: [drawn.naturalWidth, drawn.naturalHeight],
      pixel: [...(pen?.getImageData(5, 3, 1, 1).data ?? [])],
    };
  });
  expect(seen).toEqual({ size: [6, 4], pixel: [...COLOUR, 255] });
  await expect(inspector.getByRole("figure")).toContainText(`quay.png · ${picture.length} B`);

  // Copied: letter for letter but the secret, which is there for the asking.
  const said = (secret: string) => `Use ${secret} on "pier 4" \u{1f6a2}.\n\n[image/png, quay.png]`;
  const masked = said("[GitHub token masked]");
  expect(await copied(inspector, `${masked.length} characters`)).toBe(masked);
  await expect(app.messages).toContainText("1 secret masked");
  await app.messages.getByRole("button", { name: "Copy as it is" }).click();
  await expect(app.messages).toContainText(`Copied ${said(key).length} characters as they are`);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(said(key));

  // The long line: pieces that together are it, under one number.
  await app.walkTo("j", "Result 3");
  const recorded = inspector.getByRole("region", { name: "As recorded" });
  await recorded.getByRole("button", { name: "Show more" }).click();
  await expect(recorded.getByText("characters more")).toHaveCount(0);
  const rows = await rowsOf(recorded.getByRole("region", { name: "Result" }));
  expect(rows.map(([, text]) => text).join("")).toBe(sounding.replaceAll("\n", ""));
  expect(rows.map(([number]) => number).filter((number) => number !== "↳")).toEqual(["1", "2", "3"]);
  for (const [, text] of rows) expect(text.length).toBeLessThanOrEqual(1000);
  expect(await copied(recorded, `${inWords(sounding.length)} characters`)).toBe(sounding);

  // The preview: what the provider's body has.
  const body = (await wireBodyOf(file, preset, 2, "openai-chat")) as { messages: { content: string }[] };
  const sent = body.messages.at(-1)?.content ?? "";
  expect(sent.length).toBeLessThan(sounding.length);
  expect(
    await copied(inspector.getByRole("region", { name: "As sent" }), `${inWords(sent.length)} characters`),
  ).toBe(sent);

  // Other forms: each text is told for what it is, and drawn as that; nothing of it is live.
  await app.goToStep(4);
  const block = inspector.locator(".inspector__block");
  await app.walkTo("j", "Result 7");
  await block.getByRole("button", { name: "as JSON" }).click();
  for (const leaf of ["0: 4", "1: 5", 'low: "06:12"', "high: null"])
    await expect(block.locator(".json-view__leaf").filter({ hasText: leaf })).toHaveCount(1);
  await app.walkTo("j", "Result 8");
  await expect(block.getByRole("button", { name: "as text" })).toBeVisible();
  const lines = block.locator(".text-view__line");
  await expect(lines).toHaveText([/@@ -1,2/, /pier$/, /-low at 06:12$/, /\+low at 06:21$/]);
  expect(await lines.evaluateAll((all) => all.map((one) => one.getAttribute("data-tone")))).toEqual([
    "place",
    null,
    "removed",
    "added",
  ]);
  await app.walkTo("j", "Result 9");
  await block.getByRole("button", { name: "as Markdown" }).click();
  await expect(block.locator(".markdown__heading")).toHaveText("Quay <b>log</b>");
  await expect(block.locator("strong")).toHaveText(["low"]);
  await app.walkTo("j", "Result 10");
  await expect(block.getByRole("button", { name: "as text" })).toBeVisible();
  await expect(block.locator("[data-kind='word']").first()).toHaveText("import");
  await expect(block).toContainText("return tide(4);");
});

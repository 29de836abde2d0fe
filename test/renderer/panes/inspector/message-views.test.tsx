import { beforeEach, describe, expect, it } from "vitest";
import type { Part } from "../../../../core/model/part.ts";
import type { Thread } from "../../../../core/model/thread.ts";
import { Inspector } from "../../../../renderer/panes/inspector/inspector.tsx";
import { layout } from "../../../../renderer/state/layout.ts";
import { selection } from "../../../../renderer/state/selection.ts";
import { Toaster } from "../../../../renderer/widgets/toast.tsx";
import { letters } from "../../../support/made-secrets.ts";
import { doing, find, findText, withLayout } from "../../support/draw.tsx";
import { openPane, threadOf } from "../../support/panes.tsx";

beforeEach(() => withLayout(600, 18));

/** Opens the tab of the chosen message at a step. */
async function open(thread: Thread, step: number, index: number, profile?: Parameters<typeof openPane>[3]) {
  const pane = (
    <>
      <Inspector />
      <Toaster />
    </>
  );
  const opened = await openPane(pane, thread, step, profile);
  await doing(() => layout.getState().set({ inspectorTab: "body" }));
  await doing(() => selection.getState().select({ index }));
  return opened;
}

/** The thread with parts in the first result instead of its text. */
function withResult(parts: Extract<Part, { type: "tool-result" }>["parts"]): Thread {
  const thread = threadOf(1, () => "");
  const messages = thread.messages.map((message) =>
    message.role === "tool"
      ? {
          ...message,
          parts: message.parts.map((part) => (part.type === "tool-result" ? { ...part, parts } : part)),
        }
      : message,
  );
  return { ...thread, messages };
}

// One black pixel.
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAX+XDSwAAAABJRU5ErkJggg==";

describe("media of a message", () => {
  it("are drawn from their own data, with their name and the bytes that the data has", async () => {
    const { place } = await open(
      withResult([{ type: "media", mediaType: "image/png", name: "quay.png", data: PNG }]),
      1,
      2,
    );
    const image = find(place, "figure img") as HTMLImageElement;
    expect(image.src).toBe(`data:image/png;base64,${PNG}`);
    expect(image.alt).toBe("quay.png");
    const bytes = Buffer.from(PNG, "base64").length;
    expect(find(place, "figcaption").textContent).toBe(`quay.png · ${bytes} B`);
  });

  it("that could hold a script, are no base64 or are kept elsewhere are told, never drawn", async () => {
    const { place } = await open(
      withResult([
        { type: "media", mediaType: "image/svg+xml", data: PNG },
        { type: "media", mediaType: "image/png", data: "javascript:alert(1)" },
        {
          type: "media",
          mediaType: "image/png",
          name: "crane.png",
          ref: { id: "f", path: "/files/crane", bytes: 2048 },
        },
      ]),
      1,
      2,
    );
    expect(place.querySelector("figure img")).toBeNull();
    expect([...place.querySelectorAll("figure p")].map((one) => one.textContent)).toEqual(
      Array(3).fill("Not drawn"),
    );
    expect([...place.querySelectorAll("figcaption")].at(-1)?.textContent).toBe(
      "crane.png · 2 KiB · kept at /files/crane",
    );
  });
});

describe("a line of any length", () => {
  const line = Array.from({ length: 30_000 }, (_, at) => `${at} `).join("");
  const text = `first\n${line}\nlast`;

  it("is drawn in pieces that together are the line, one number for all of them", async () => {
    const { place } = await open(
      threadOf(1, () => text),
      1,
      2,
    );
    await doing(() => find(place, ".inspector__more button").click());
    const list = find(place, ".text-view--long .virtual-list");
    const rows = new Map<number, readonly [string, string]>();
    for (let top = 0; top < 100_000; top += 400) {
      await doing(() => {
        list.scrollTop = top;
        list.dispatchEvent(new Event("scroll"));
      });
      for (const row of list.querySelectorAll<HTMLElement>(".virtual-list-row"))
        rows.set(Number(row.dataset["index"]), [
          row.querySelector(".text-view__number")?.textContent ?? "",
          row.querySelector(".text-view__text")?.textContent ?? "",
        ]);
      if (rows.has(Math.ceil(line.length / 1000) + 1)) break;
    }
    const drawn = [...rows].toSorted(([a], [b]) => a - b).map(([, row]) => row);
    expect(drawn.map(([, said]) => said).join("")).toBe(text.replaceAll("\n", ""));
    expect(drawn.map(([number]) => number).filter((number) => number !== "↳")).toEqual(["1", "2", "3"]);
    for (const [, said] of drawn) expect(said.length).toBeLessThanOrEqual(1000);
  });
});

describe("copying a message", () => {
  const key = `ghp_${letters.slice(0, 36)}`;
  const said = () => navigator.clipboard.readText();
  const copy = (place: HTMLElement, title: string) =>
    doing(() => find(findText(place, ".inspector__body", title), '[aria-label="Copy"]').click());

  it("gives its text, letter for letter", async () => {
    const { place } = await open(
      threadOf(2, () => "low water\n\tat 7:14 "),
      2,
      2,
    );
    await copy(place, "Recorded");
    expect(await said()).toBe("low water\n\tat 7:14 ");
    expect(find(place, ".toast").textContent).toContain("Copied 19 characters");
    await doing(() => selection.getState().select({ index: 1 }));
    await copy(place, "Recorded");
    expect(await said()).toBe('step 1\n\nrun {\n  "step": 1\n}');
  });

  it("leaves its secrets out, and gives them when they are asked for", async () => {
    const { place } = await open(
      threadOf(1, () => "x", `Use ${key}.`),
      1,
      0,
    );
    await copy(place, "Recorded");
    expect(await said()).toBe("Use [GitHub token masked].");
    const toast = findText(place, ".toast", "1 secret masked");
    await doing(() => findText(toast, "button", "Copy as it is").click());
    expect(await said()).toBe(`Use ${key}.`);
  });

  it("gives the preview that was sent, without the half of a secret at its edge", async () => {
    const words = "low water at the quay ".repeat(80);
    const { place } = await open(
      threadOf(2, () => `${words}${key}\n${words}`),
      2,
      2,
      { policies: [{ kind: "spill", spillBytes: 2000, headBytes: 1780, tailBytes: 10 }] },
    );
    const sent = findText(place, ".inspector__body", "As sent");
    expect(sent.textContent).toContain(key.slice(0, 12));
    await copy(place, "As sent");
    expect(await said()).toContain(`${words}[part of a secret masked]`);
    await copy(place, "As recorded");
    expect(await said()).toBe(`${words}[GitHub token masked]\n${words}`);
  });
});

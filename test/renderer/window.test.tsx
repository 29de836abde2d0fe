import { shownRun } from "../../core/contract/step-columns.ts";
import { act } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { commands } from "../../renderer/commands/registry.ts";
import { draft } from "../../renderer/state/draft.ts";
import { layout } from "../../renderer/state/layout.ts";
import { selection } from "../../renderer/state/selection.ts";
import { madeUpThread } from "../support/made-up-thread.ts";
import { doing, find, findText, press, settle, type, withLayout } from "./support/draw.tsx";
import { firstStart, openWindow } from "./support/window.tsx";

// A whole window is drawn again and again: slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

beforeEach(() => {
  firstStart();
  withLayout(600, 40);
});

/** The only thread of the first transcript. */
const OPENED = { transcript: 1, thread: "thread-1" };
const waiting = (milliseconds: number) =>
  act(() => new Promise<void>((done) => setTimeout(done, milliseconds)));
const click = (element: Element) => doing(() => (element as HTMLElement).click());
const words = (place: ParentNode, selector: string) => find(place, selector).textContent ?? "";

/** A window with one thread of some steps open. */
async function opened(calls = 12) {
  const open = await openWindow((host) => host.add("made-up.json", madeUpThread({ calls })));
  await click(find(open.place, ".transcript-row__open"));
  await settle();
  return open;
}

test("a first start offers the samples and says what can be read", async () => {
  const { place } = await openWindow();
  expect(words(place, ".welcome")).toContain("Drop a transcript anywhere");
  expect(words(place, ".welcome .sample-card")).toContain("A long result");
  expect(document.title).toBe("Ullage");
});

test("an opened thread tells its steps, its numbers and its name", async () => {
  const { place } = await opened();
  expect(document.title).toBe("made-up.json · Ullage");
  // Nothing is managed in it: its end says most.
  expect(words(place, ".stepper__where")).toBe("step 13 / 13, turn 1");
  await press(document.body, "[");
  expect(words(place, ".stepper__where")).toBe("step 12 / 13, turn 1");
  expect(find(place, ".chart__pick").getAttribute("aria-valuenow")).toBe("12");
});

test("what the header says is what the run says", async () => {
  const { place, host } = await opened();
  await press(document.body, "]", { ctrlKey: true });
  const run = shownRun(
    await host.connection.host.call("run.start", { ...OPENED, profile: draft.getState().profile }),
  );
  const last = [...run.steps].at(-1);
  expect(words(place, ".totals")).toContain(
    `${last?.raw.tokens.toLocaleString("en-GB")} tokens raw, ${last?.request.tokens.toLocaleString("en-GB")} outgoing. Estimated, chars4.`,
  );
});

test("g asks for a step and goes there; what is no step is refused", async () => {
  const { place } = await opened();
  await press(document.body, "g");
  const field = find(document.body, ".go-to input");
  await type(field, "99");
  expect(field.getAttribute("aria-invalid")).toBe("true");
  await type(field, "7");
  await doing(() =>
    find(document.body, ".go-to").dispatchEvent(new Event("submit", { bubbles: true, cancelable: true })),
  );
  expect(words(place, ".stepper__where")).toContain("step 7 / 13");
  expect(document.querySelector(".go-to")).toBeNull();
});

test("moving a threshold line with a key runs again, and what is shown follows", async () => {
  const { place, host } = await opened(40);
  await press(document.body, "]", { ctrlKey: true });
  const before = words(place, ".totals");
  const line = find(place, '.chart-level--movable[role="slider"]');
  expect(line.getAttribute("aria-valuenow")).toBe("100000");
  const runs = host.count("run.start");
  await doing(() => draft.getState().editParam(1, "trigger.tokens", 5000));
  expect(host.count("run.start")).toBe(runs + 1);
  expect(find(place, '.chart-level--movable[role="slider"]').getAttribute("aria-valuenow")).toBe("5000");
  expect(words(place, ".totals")).not.toBe(before);
  await press(find(place, '.chart-level--movable[role="slider"]'), "ArrowDown");
  expect(
    Number(find(place, '.chart-level--movable[role="slider"]').getAttribute("aria-valuenow")),
  ).toBeLessThan(5000);
  await press(document.body, "z", { ctrlKey: true });
  expect(find(place, '.chart-level--movable[role="slider"]').getAttribute("aria-valuenow")).toBe("5000");
});

test("a profile that cannot run leaves the last good run on the screen and says so", async () => {
  const { place } = await opened();
  await press(document.body, "]");
  const before = words(place, ".totals");
  await doing(() => draft.getState().editParam(0, "thresholdTokens", 1));
  expect(words(place, ".stale-note")).toContain("last profile that ran");
  expect(words(place, ".status-bar")).toContain("Shown: the last profile that ran");
  expect(words(place, ".totals")).toBe(before);
  await press(document.body, "z", { ctrlKey: true });
  expect(place.querySelector(".stale-note")).toBeNull();
  expect(words(place, ".status-bar")).toContain("Up to date");
});

test("the table twin says the same numbers", async () => {
  const { place, host } = await opened(5);
  await click(find(place, '[aria-label="Shown as"] > :last-child'));
  const run = shownRun(
    await host.connection.host.call("run.start", { ...OPENED, profile: draft.getState().profile }),
  );
  const rows = [...place.querySelectorAll(".timeline-table [role=row]")].slice(1);
  const told = rows.map((row) =>
    [...row.querySelectorAll("[role=cell]")].slice(0, 2).map((cell) => cell.textContent),
  );
  expect(told).toEqual(
    [...run.steps].map((step) =>
      [step.raw.tokens, step.request.tokens].map((value) => value.toLocaleString("en-GB")),
    ),
  );
  await click(find(rows[3] as HTMLElement, "button"));
  expect(words(place, ".stepper__where")).toContain("step 4 / 6");
});

test("pasted text is imported and opened; what is no transcript leaves a card that says what to do", async () => {
  const { place } = await openWindow();
  await click(find(place, '[aria-label="Import pasted text"]'));
  await type(find(document.body, ".paste__text"), '{"foo": 1}');
  await click(findText(document.body, ".dialog button", "Import "));
  expect(words(place, ".import-card--failed")).toContain("pasted.jsonl");
  expect(words(place, ".import-card--failed")).toContain("foo");
  await click(find(place, ".import-card--failed [aria-label=Dismiss]"));
  expect(place.querySelector(".import-card")).toBeNull();
  await click(find(place, '[aria-label="Import pasted text"]'));
  await type(find(document.body, ".paste__text"), madeUpThread({ calls: 2 }));
  await click(findText(document.body, ".dialog button", "Import "));
  await settle();
  expect(words(place, ".stepper__where")).toContain("/ 3");
});

test("files are imported one after the other; the last is opened and its report can be read", async () => {
  const { place } = await openWindow();
  const files = [1, 2].map((calls) => new File([madeUpThread({ calls })], `${calls}.json`));
  const field = find(place, "#import-file-field");
  Object.defineProperty(field, "files", { value: files, configurable: true });
  await doing(() => field.dispatchEvent(new Event("change", { bubbles: true })));
  await settle();
  expect(document.title).toBe("2.json · Ullage");
  expect([...place.querySelectorAll(".transcript-row__name")].map((one) => one.textContent)).toEqual([
    "1.json",
    "2.json",
  ]);
  await click(findText(place, ".toast", "2.json").querySelector(".button") as HTMLElement);
  expect(words(document.body, ".report")).toContain("Ullage thread");
});

test("removing can be undone", async () => {
  const { place, host } = await opened();
  await doing(() =>
    find(place, ".transcript-row__menu").dispatchEvent(
      new PointerEvent("pointerdown", { bubbles: true, button: 0, ctrlKey: false }),
    ),
  );
  await click(findText(document.body, ".menu__item", "Remove"));
  await settle();
  expect(place.querySelector(".transcript-row")).toBeNull();
  expect(selection.getState().transcript).toBeUndefined();
  await click(findText(place, ".toast button", "Undo"));
  await settle();
  expect(words(place, ".transcript-row__name")).toBe("made-up.json");
  expect(host.count("library.restore")).toBe(1);
});

test("a search result opens its place: the first step that could see the message", async () => {
  const { place } = await openWindow((host) => host.add("made-up.json", madeUpThread({ calls: 12 })));
  await press(document.body, "/");
  await type(find(place, "[data-search-field]"), "of result 9,");
  await waiting(200);
  await settle();
  const hit = find(place, ".search-hit");
  expect(find(hit, "mark").textContent).toBe("of result 9,");
  await click(hit);
  await settle();
  expect(selection.getState()).toMatchObject({ ...OPENED, step: 10, message: { index: 18 } });
});

test("what is looked at is in the address, and comes back from it", async () => {
  const first = await opened();
  await doing(() => selection.getState().goToStep(2));
  await doing(() => selection.getState().select({ index: 1 }, "raw"));
  await waiting(200);
  const { hash } = window.location;
  expect(hash).toBe("#t=1&step=2&m=i1&view=time&stack=absolute&tab=why&profile=llm4s");
  await first.again(null);
  selection.getState().close();
  window.history.replaceState(null, "", `/${hash}`);
  const { place } = await openWindow((host) => host.add("made-up.json", madeUpThread({ calls: 12 })));
  await settle();
  expect(words(place, ".stepper__where")).toContain("step 2 / 13");
  expect(selection.getState().message).toEqual({ index: 1 });
});

test("the draft and the layout are remembered by the host", async () => {
  const { host } = await opened();
  await doing(() => draft.getState().editParam(1, "trigger.tokens", 7000));
  await doing(() => layout.getState().set({ theme: "dark" }));
  await waiting(500);
  expect(host.setting("draft")).toMatchObject({
    base: "llm4s",
    profile: { policies: [{}, { trigger: { tokens: 7000 } }] },
  });
  expect(host.setting("layout")).toMatchObject({ theme: "dark", drawerOpen: false });
});

test("a lost connection is said, keeps what is there, and goes when it is back", async () => {
  const { place, host } = await opened();
  await doing(() => host.link.set({ kind: "lost", attempt: 1, waiting: 250 }));
  await waiting(450);
  await settle();
  expect(words(place, ".link-banner")).toContain("Connection lost");
  expect(words(place, ".stepper__where")).toContain("/ 13");
  const runs = host.count("run.start");
  await click(find(place, ".link-banner button"));
  await settle();
  expect(place.querySelector(".link-banner")).toBeNull();
  expect(host.count("run.start")).toBe(runs + 1);
});

test("the palette finds a command, a profile and a transcript, and runs them", async () => {
  const { place } = await opened();
  await press(document.body, "k", { ctrlKey: true });
  await type(find(document.body, ".palette input"), "profile none");
  await press(find(document.body, ".palette input"), "Enter");
  await settle();
  expect(draft.getState().profile.policies).toEqual([]);
  expect(words(place, ".profile-chooser")).toContain("none");
  expect(document.querySelector(".palette")).toBeNull();
});

test("a transcript named to hurt is shown as text", async () => {
  const name = `<img src=x onerror="document.title='hurt'">\u202Eevil.json`;
  const { place } = await openWindow((host) => host.add(name, madeUpThread({ calls: 1 })));
  await click(find(place, ".transcript-row__open"));
  expect(place.querySelector("img")).toBeNull();
  expect(words(place, ".header__title")).toBe(name);
});

test("a host that opens a file for the command line is followed", async () => {
  const { host } = await openWindow();
  const added = host.add("later.json", madeUpThread({ calls: 1 }));
  await doing(() => host.tell({ kind: "opened", transcript: added.transcript.id }));
  await settle();
  expect(document.title).toBe("later.json · Ullage");
});

test("a file with several threads lets one choose; another thread is another run", async () => {
  const two = [1, 4].map((calls) => (JSON.parse(madeUpThread({ calls })) as { thread: unknown }).thread);
  const lines = two.map((thread) => JSON.stringify({ ullage: 1, thread })).join("\n");
  const { place } = await openWindow((host) => host.add("two.jsonl", lines));
  await click(find(place, ".transcript-row__open"));
  await settle();
  expect(words(place, ".header__lane")).toBe("lane 1 / 2");
  expect(words(place, ".stepper__where")).toContain("/ 2");
  await doing(() => selection.getState().open(1, "thread-2"));
  await settle();
  expect(words(place, ".header__lane")).toBe("lane 2 / 2");
  expect(words(place, ".stepper__where")).toContain("/ 5");
  expect(find(place, ".chart__pick").getAttribute("aria-valuemax")).toBe("5");
});

/** Types into the palette and says what it offers, best first. */
async function offered(typed: string): Promise<(string | null)[]> {
  await press(document.body, "k", { ctrlKey: true });
  await type(find(document.body, ".palette input"), typed);
  const labels = [...document.querySelectorAll(".palette__item .ellipsis")].map((one) => one.textContent);
  await press(find(document.body, ".palette input"), "Escape");
  return labels;
}

test("a profile that is dropped becomes the draft, and can be undone; nothing is imported", async () => {
  const { place, host } = await opened();
  const before = draft.getState().profile;
  const profile = { name: "from disk", policies: [{ kind: "offload", thresholdTokens: 2000 }] };
  const drop = new Event("drop", { bubbles: true, cancelable: true });
  const file = new File([JSON.stringify(profile)], "p.json");
  const items = [{ kind: "file", getAsFile: () => file, webkitGetAsEntry: () => null }];
  Object.defineProperty(drop, "dataTransfer", { value: { files: [file], items, types: ["Files"] } });
  await doing(() => window.dispatchEvent(drop));
  await settle();
  expect(draft.getState()).toMatchObject({ profile, base: undefined });
  expect(words(place, ".profile-chooser")).toContain("from disk");
  expect(host.count("library.import")).toBe(0);
  await click(findText(place, ".toast", "Profile from disk loaded").querySelector(".button") as HTMLElement);
  expect(draft.getState()).toMatchObject({ profile: before, base: { id: "llm4s" } });
});

test("pasted text that is a profile becomes the draft", async () => {
  const { place } = await openWindow();
  await click(find(place, '[aria-label="Import pasted text"]'));
  await type(find(document.body, ".paste__text"), '{"policies": [{"kind": "spill"}]}');
  await click(findText(document.body, ".dialog button", "Import "));
  await settle();
  expect(draft.getState().profile).toEqual({ policies: [{ kind: "spill" }] });
  expect(place.querySelector(".import-card")).toBeNull();
});

test("the draft is handed over as a file of its name, and copied as JSON", async () => {
  await opened();
  const links: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    links.push(this.download);
  });
  const copied: string[] = [];
  vi.spyOn(navigator.clipboard, "writeText").mockImplementation(async (text) => void copied.push(text));
  await doing(() => commands.run("profile.export"));
  await doing(() => commands.run("profile.copy"));
  expect(links).toEqual(["llm4s.json"]);
  expect(JSON.parse(copied[0] ?? "")).toEqual(draft.getState().profile);
});

test("the palette ranks whole labels, offers what can be done now, and every sample", async () => {
  await opened();
  expect(await offered("undo")).toEqual([]);
  expect(await offered("save")).toEqual(["Save profile as…", "Save profile to a file"]);
  await doing(() => draft.getState().editParam(1, "trigger.tokens", 7000));
  expect(await offered("undo")).toEqual(["Undo profile edit"]);
  expect(await offered("open sample")).toEqual(["Open sample: A long result"]);
});

test("the samples stay in the library behind their heading; before anything is open they are in the middle alone", async () => {
  const { place } = await openWindow((host) => host.add("made-up.json", madeUpThread({ calls: 1 })));
  expect(place.querySelectorAll(".sample-card")).toHaveLength(1);
  expect(place.querySelector(".library .sample-card")).toBeNull();
  await click(find(place, ".transcript-row__open"));
  await settle();
  const group = find(place, ".library__samples") as HTMLDetailsElement;
  expect(group.open).toBe(false);
  expect(group.textContent).toContain("A long result");
});

test("Enter in the search opens the first place, once; a step that has the message already stays", async () => {
  const { place } = await opened();
  await press(document.body, "]", { ctrlKey: true });
  await press(document.body, "/");
  const field = find(place, "[data-search-field]");
  await type(field, "of result 9,");
  await press(field, "Enter");
  await waiting(250);
  await settle();
  expect(selection.getState()).toMatchObject({ step: 13, message: { index: 18 } });
  expect(document.activeElement).not.toBe(field);
  await doing(() => selection.getState().goToStep(3));
  await click(find(place, ".search-hit"));
  await settle();
  expect(selection.getState()).toMatchObject({ step: 10, message: { index: 18 } });
});

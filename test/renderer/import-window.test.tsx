import { beforeEach, expect, test, vi } from "vitest";
import { layout } from "../../renderer/state/layout.ts";
import { overlay } from "../../renderer/state/overlay.ts";
import { selection, UNCHOSEN } from "../../renderer/state/selection.ts";
import { doing, find, findText, settle, type, withLayout } from "./support/draw.tsx";
import { firstStart, openWindow } from "./support/window.tsx";

// A whole window is drawn again and again: slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

beforeEach(() => {
  firstStart();
  withLayout(600, 40);
});

const click = (element: Element) => doing(() => (element as HTMLElement).click());
const button = (word: string, place: ParentNode = document) => findText(place, "button", word);
const dialog = () => find(document, "[role=dialog]");
const words = (place: ParentNode) => (place as HTMLElement).textContent ?? "";

const line = (uuid: string, parentUuid: string | null, more: object) =>
  `${JSON.stringify({ uuid, parentUuid, sessionId: "s", ...more })}\n`;
const user = (content: unknown) => ({ type: "user", message: { role: "user", content } });
const says = (id: string, content: unknown) => ({
  type: "assistant",
  message: { id, role: "assistant", content },
});

/** A Claude Code session with a branch, two cleared results, a preview with the whole beside it, and bad lines. */
function session(bad = 0): string {
  const whole = "height\n".repeat(1000);
  const shown = `<persisted-output>\nOutput too large (7KB). Full output saved to: /x\n\nPreview (first 1KB):\n${whole.slice(0, 700)}\n...\n</persisted-output>`;
  const call = (id: string) => [{ type: "tool_use", id, name: "Read", input: {} }];
  const result = (id: string, content: string) => user([{ type: "tool_result", tool_use_id: id, content }]);
  const microcompactMetadata = { preTokens: 9000, compactedToolIds: ["c0", "c1"] };
  return [
    line("u0", null, user("go")),
    line("a0", "u0", says("m0", call("c0"))),
    line("r0", "a0", { ...result("c0", shown), toolUseResult: { content: whole } }),
    line("a1", "r0", says("m1", call("c1"))),
    line("r1", "a1", result("c1", "short")),
    line("mark", "r1", { type: "system", subtype: "microcompact_boundary", microcompactMetadata }),
    line("left", "mark", user("An idea that was dropped.")),
    line("end", "mark", says("end", [{ type: "text", text: "Done." }])),
    "{ no json\n".repeat(bad),
  ].join("");
}

async function opened(bad = 0) {
  const open = await openWindow((host) => host.add("session.jsonl", session(bad)));
  await click(find(open.place, ".transcript-row__open"));
  // The run is there, and has brought the window to its step: nothing is drawn anew under a click after that.
  await vi.waitFor(() => expect(selection.getState().step).not.toBe(UNCHOSEN));
  await settle();
  return open;
}

async function report(bad = 0) {
  const open = await opened(bad);
  await doing(() => overlay.getState().show({ kind: "report", transcript: 1 }));
  return open;
}

test("the report opens a branch, and the library counts it apart from lanes", async () => {
  const { place } = await report();
  expect(words(find(place, ".transcript-row"))).toContain("1 branch");
  expect(words(dialog())).toContain("leaves main after message 5");
  await click(button("branch-1", dialog()));
  expect(selection.getState()).toMatchObject({ transcript: 1, thread: "branch-1" });
  expect(document.querySelector("[role=dialog]")).toBeNull();
  expect(words(find(place, ".header__lane"))).toContain("branch-1");
});

test("each bad span opens to its bytes, also beyond those that the report lists", async () => {
  await report(250);
  await click(button("line 9", dialog()));
  expect(words(find(dialog(), ".raw-view mark"))).toBe("{ no json");
  for (let page = 0; page < 2; page++) await click(button("Next", dialog()));
  expect(words(dialog())).toContain("201 to 250 of 250");
  await click(button("line 258", dialog()));
  expect(words(find(dialog(), ".raw-view mark"))).toBe("{ no json");
  expect(words(find(dialog(), ".raw-view__bar"))).toContain("bytes");
});

test("secrets are counted in the report, and their places are asked for when somebody looks", async () => {
  const { place, host } = await openWindow((one) => {
    const result = one.add("session.jsonl", session());
    const at = { thread: "main", message: 4, field: "result", count: 2 };
    Object.assign(result.report, {
      sensitive: [{ kind: "api-key", what: "GitHub token", count: 2, places: [at], morePlaces: 0 }],
    });
  });
  await click(find(place, ".transcript-row__open"));
  await doing(() => overlay.getState().show({ kind: "report", transcript: 1 }));
  expect(words(dialog())).toContain("GitHub token2 times");
  expect(host.count("library.sensitive")).toBe(0);
  const details = find(dialog(), ".report__findings details") as HTMLDetailsElement;
  await doing(() => {
    details.open = true;
    details.dispatchEvent(new Event("toggle"));
  });
  expect(host.count("library.sensitive")).toBe(1);
  await click(button("message 5", dialog()));
  expect(selection.getState().message).toEqual({ index: 4 });
});

test("results of which the model saw a preview are shown in either form", async () => {
  const { place } = await opened();
  await doing(() => selection.getState().select({ index: 2 }, "raw"));
  await doing(() => layout.getState().set({ inspectorTab: "body" }));
  const body = () => words(find(place, ".inspector__bodies"));
  expect(body()).not.toContain("persisted-output");
  await click(button("As the model saw it", place));
  expect(body()).toContain("persisted-output");
});

test("what the vendor took out stands beside the profile, and a row leads to its message", async () => {
  await opened();
  await doing(() => overlay.getState().show({ kind: "ground-truth" }));
  expect(words(dialog())).toContain("cleared 2 tool results");
  expect(words(dialog())).toContain("vendor only 2");
  expect(words(dialog())).toContain("Vendor: 9k before (reported)");
  await click(find(dialog(), ".truth__open"));
  expect(selection.getState()).toMatchObject({ step: 3, message: { index: 2 } });
  expect(document.querySelector("[role=dialog]")).toBeNull();
});

test("a recording without marks says that there is nothing to compare", async () => {
  const { place } = await openWindow((host) =>
    host.add(
      "plain.jsonl",
      line("u0", null, user("go")) + line("a0", "u0", says("m", [{ type: "text", text: "yes" }])),
    ),
  );
  await click(find(place, ".transcript-row__open"));
  await doing(() => overlay.getState().show({ kind: "ground-truth" }));
  expect(words(dialog())).toContain("tells of no compaction or clearing");
});

test("nothing is looked for until the button is pressed; chosen sessions are imported by their ids", async () => {
  const { host } = await openWindow((one) => {
    const file = (id: string) => ({
      id,
      name: `${id}.jsonl`,
      place: "-home-ada",
      bytes: 2048,
      modified: 1_700_000_000_000,
    });
    const nothing = { folders: ["/x"], more: 0, problems: [] };
    one.discovered = [
      { app: "pi", label: "pi", present: true, ...nothing, files: [file("one"), file("two")] },
      {
        app: "codex",
        label: "Codex",
        present: false,
        ...nothing,
        problems: ["/x/shut: no permission"],
        files: [],
      },
    ];
  });
  await doing(() => overlay.getState().show({ kind: "discover" }));
  expect(host.count("discover.list")).toBe(0);
  await click(button("Look for sessions", dialog()));
  expect(host.count("discover.list")).toBe(1);
  expect(words(dialog())).toContain("1 place could not be looked into");
  await type(find(dialog(), "input[aria-label^=Filter]"), "two");
  await click(find(dialog(), ".discover__row input"));
  await click(button("Import 1 file, 2 KiB", dialog()));
  const call = host.calls.find(({ method }) => method === "library.import");
  expect(call?.params).toEqual({ source: { kind: "discovered", id: "two" } });
});

test("a database is imported session by session", async () => {
  const { host } = await openWindow((one) => {
    const file = { id: "db", name: "opencode.db", place: "", bytes: 4096, modified: 1_700_000_000_000 };
    one.discovered = [
      {
        app: "opencode",
        label: "opencode",
        folders: [],
        present: true,
        files: [file],
        more: 0,
        problems: [],
      },
    ];
  });
  await doing(() => overlay.getState().show({ kind: "discover" }));
  await click(button("Look for sessions", dialog()));
  await click(find(dialog(), ".discover__row input"));
  await click(button("Import 1 file", dialog()));
  const call = host.calls.find(({ method }) => method === "library.import-folder");
  expect(call?.params).toEqual({ source: { kind: "discovered", id: "db" } });
});

test("where it was chosen, the list comes at once", async () => {
  const { host } = await openWindow();
  await host.connection.host.call("settings.set", { key: "discovery", value: true });
  await doing(() => overlay.getState().show({ kind: "discover" }));
  expect(host.count("discover.list")).toBe(1);
});

test("an import of a large file shows how far it is, and how what it reads begins", async () => {
  const { host, place } = await opened();
  const progress = {
    phase: "reading",
    done: 10,
    total: 1000,
    lines: 3,
    first: ["Which port?", "<b>west"],
  } as const;
  await doing(() => host.tell({ kind: "import", name: "large.jsonl", progress }));
  const card = find(place, ".import-card");
  expect(words(card)).toContain("Reading 10 B of 1");
  const rows = find(place, '[aria-label="What large.jsonl begins with"]').querySelectorAll("li");
  expect([...rows].map((row) => row.textContent)).toEqual(["Which port?", "<b>west"]);
});

test("a file that grows is shown anew and the selection stays", async () => {
  const { host, place } = await opened();
  host.followable = [{ transcript: 1, following: true }];
  await doing(() => host.tell({ kind: "following" }));
  expect(words(find(place, ".transcript-row__live"))).toContain("live");
  await doing(() => selection.getState().goToStep(2));
  await doing(() => selection.getState().select({ index: 3 }, "raw"));
  const before = [host.count("thread.outline"), host.count("run.start")];
  await doing(() => host.tell({ kind: "grown", transcript: 1 }));
  expect([host.count("thread.outline"), host.count("run.start")]).toEqual(before.map((count) => count + 1));
  expect(selection.getState()).toMatchObject({ transcript: 1, step: 2, message: { index: 3 } });
  await doing(() => host.tell({ kind: "replaced", transcript: 1, by: 1, name: "session.jsonl" }));
  expect(words(document.body)).toContain("session.jsonl was written anew");
  host.followable = [{ transcript: 1, following: true, problem: "session.jsonl was deleted." }];
  await doing(() => host.tell({ kind: "following" }));
  await doing(() => host.tell({ kind: "gone", transcript: 1, name: "session.jsonl" }));
  expect(words(document.body)).toContain("session.jsonl was deleted or moved away");
  expect(words(find(place, ".transcript-row__live"))).toContain("session.jsonl was deleted.");
});

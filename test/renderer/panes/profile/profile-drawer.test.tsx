import { beforeEach, describe, expect, it, vi } from "vitest";
import { freeName, NameDialog } from "../../../../renderer/panes/profile/name-dialog.tsx";
import { ProfileDrawer } from "../../../../renderer/panes/profile/profile-drawer.tsx";
import { draft } from "../../../../renderer/state/draft.ts";
import type { CodeEditorProps } from "../../../../renderer/widgets/code-editor/code-editor.tsx";
import { doing, find, findText, press, settle, type, withLayout } from "../../support/draw.tsx";
import { openPane, threadOf } from "../../support/panes.tsx";

// The editor needs a real browser: the journeys have it. Here a field stands for it, with the same props.
vi.mock("../../../../renderer/widgets/code-editor/code-editor.tsx", () => ({
  CodeEditor: ({ value, label, onChange, onCommit, markers }: CodeEditorProps) => (
    <textarea
      aria-label={label}
      data-markers={JSON.stringify(markers)}
      value={value}
      onChange={(event) => onChange?.(event.currentTarget.value)}
      onBlur={() => onCommit?.()}
    />
  ),
}));

beforeEach(() => withLayout(600, 44));

const thread = threadOf(4, () => "word ".repeat(1000));
const open = (policies: object[]) =>
  openPane(
    <>
      <ProfileDrawer />
      <NameDialog />
    </>,
    thread,
    1,
    { name: "p", policies } as never,
  );
const field = (place: HTMLElement, label: string) =>
  find(place, `input[aria-label="${label}"]`) as HTMLInputElement;
const policies = () => draft.getState().profile.policies;

describe("ProfileDrawer", () => {
  it("edits the draft while a number is typed, as one step of undo, and the run follows", async () => {
    const { place, host } = await open([{ kind: "offload" }]);
    const threshold = field(place, "Threshold");
    await type(threshold, "2");
    await type(threshold, "2k");
    await doing(() => threshold.dispatchEvent(new FocusEvent("focusout", { bubbles: true })));
    expect(policies()).toEqual([{ kind: "offload", thresholdTokens: 2000 }]);
    expect(draft.getState().past).toHaveLength(1);
    expect(host.asked.filter(({ method }) => method === "run.start").at(-1)?.params).toMatchObject({
      profile: { policies: [{ thresholdTokens: 2000 }] },
    });
    await doing(() => find(place, '[aria-label="Undo"]').click());
    expect(policies()).toEqual([{ kind: "offload" }]);
    expect(threshold.value).toBe("20,000");
  });

  it("marks a changed value and gives the default back", async () => {
    const { place } = await open([{ kind: "offload", thresholdTokens: 5000 }]);
    const row = findText(place, ".profile__param", "Threshold");
    expect(row.dataset["changed"]).toBe("true");
    await doing(() => find(row, '[aria-label^="Back to the default, 20,000"]').click());
    expect(policies()).toEqual([{ kind: "offload" }]);
    expect(row.dataset["changed"]).toBe("false");
  });

  it("shows an error beside its control and in the list, with a click that mends it", async () => {
    const { place } = await open([{ kind: "offload" }]);
    await type(field(place, "Threshold"), "5");
    const row = findText(place, ".profile__param", "Threshold");
    expect(find(row, ".profile__problem").textContent).toContain("5 is below the least, 1,000");
    expect(field(place, "Threshold").getAttribute("aria-invalid")).toBe("true");
    expect(find(place, ".profile__count").textContent).toBe("1 error");
    await doing(() =>
      findText(find(place, ".profile__problems"), "button", "Set thresholdTokens to 1,000").click(),
    );
    expect(policies()).toEqual([{ kind: "offload", thresholdTokens: 1000 }]);
    expect(place.querySelector('.profile__problem[data-level="error"]')).toBeNull();
  });

  it("shows what only the transcript can tell, once the run is back", async () => {
    const { place } = await open([{ kind: "offload" }]);
    expect(find(place, ".profile__problems").textContent).toContain(
      "no result of this transcript is over it",
    );
    expect(find(place, ".profile__problems").textContent).toContain("what it stores could not be read back");
    expect(find(place, ".profile__count").textContent).toBe("2 warnings");
  });

  it("adds, moves and takes out policies", async () => {
    const { place } = await open([{ kind: "offload" }]);
    await doing(() => findText(place, ".profile__offer button", "Spill").click());
    expect(policies()).toEqual([{ kind: "offload" }, { kind: "spill" }]);
    await doing(() => find(place, '[aria-label="Move Spill outwards"]').click());
    expect(policies()).toEqual([{ kind: "spill" }, { kind: "offload" }]);
    await doing(() => find(place, '[aria-label="Take Spill out"]').click());
    expect(policies()).toEqual([{ kind: "offload" }]);
  });

  it("exchanges the trigger's form", async () => {
    const { place } = await open([{ kind: "summarize" }]);
    await doing(() => findText(place, ".profile__exchange", "in messages").click());
    expect(Object.keys((policies()[0] as { trigger: object }).trigger)).toEqual(["messages"]);
    await doing(() => findText(place, ".profile__exchange", "in tokens").click());
    expect(policies()[0]).toEqual({ kind: "summarize", trigger: { tokens: 100_000 } });
  });

  it("keeps JSON and controls the same in both directions, and what was typed as it was typed", async () => {
    const { place } = await open([{ kind: "offload" }]);
    const json = find(place, "textarea") as HTMLTextAreaElement;
    const typed = '{"name":"p","policies":[{"kind":"offload","thresholdTokens":3000}]}';
    await type(json, typed);
    expect(field(place, "Threshold").value).toBe("3,000");
    expect(json.value).toBe(typed);
    await press(field(place, "Threshold"), "ArrowUp");
    expect(JSON.parse(json.value)).toMatchObject({ policies: [{ thresholdTokens: 3100 }] });
  });

  it("leaves the draft alone while the JSON is not valid, and says so", async () => {
    const { place } = await open([{ kind: "offload" }]);
    const before = draft.getState().profile;
    await type(find(place, "textarea"), '{"policies": [');
    expect(draft.getState().profile).toBe(before);
    expect(find(place, ".profile__json-error").textContent).toContain("no valid JSON yet");
  });

  it("marks problems in the JSON where they stand", async () => {
    const { place } = await open([{ kind: "offload", thresholdTokens: 5 }]);
    const json = find(place, "textarea") as HTMLTextAreaElement;
    const [marker] = JSON.parse(json.dataset["markers"] ?? "[]") as {
      start: number;
      end: number;
      severity: string;
    }[];
    expect(json.value.slice(marker?.start, marker?.end)).toBe("5");
    expect(marker?.severity).toBe("error");
  });

  it("shows a policy of no known kind, and lets it be taken out", async () => {
    const { place } = await open([{ kind: "ofload" }, { kind: "<b>x</b>" }]);
    expect(place.querySelector(".profile__card b b")).toBeNull();
    expect(findText(place, ".profile__card", "<b>x</b>").textContent).toContain("no such policy");
    await doing(() => findText(place, ".profile__card .profile__problem button", "Use offload").click());
    expect(policies()[0]).toEqual({ kind: "offload" });
  });

  it("saves under a name, renames nothing else, and says when the name is taken", async () => {
    const { place, host } = await open([{ kind: "spill" }]);
    await doing(() => findText(place, ".profile__bar button", "Save as…").click());
    const name = find(document, '[aria-label="Name of the profile"]') as HTMLInputElement;
    expect(document.activeElement).toBe(name);
    expect([name.value, name.selectionStart, name.selectionEnd]).toEqual(["p", 0, 1]);
    await type(name, "llm4s");
    expect(document.body.textContent).toContain("There is a profile of that name already");
    await type(name, "mine");
    await doing(() => (name.form as HTMLFormElement).requestSubmit());
    await settle();
    expect(host.asked.find(({ method }) => method === "profile.save")?.params).toEqual({
      profile: { name: "mine", policies: [{ kind: "spill" }] },
      id: undefined,
    });
    expect(draft.getState().base?.name).toBe("mine");
    expect(find(place, ".profile__bar-name").textContent).toBe("mine");
  });

  it("saves a stored profile under the name that its JSON gives it, unless another has that name", async () => {
    const { place, host } = await open([{ kind: "spill" }]);
    await doing(() => findText(place, ".profile__bar button", "Save as…").click());
    const name = find(document, '[aria-label="Name of the profile"]') as HTMLInputElement;
    await type(name, "mine");
    await doing(() => (name.form as HTMLFormElement).requestSubmit());
    await settle();
    const saved = () => host.asked.filter(({ method }) => method === "profile.save");
    const json = find(place, "textarea") as HTMLTextAreaElement;
    await type(json, '{"name":"theirs","policies":[{"kind":"spill"}]}');
    await doing(() => findText(place, ".profile__bar button", "Save").click());
    await settle();
    expect(saved().at(-1)?.params).toMatchObject({
      profile: { name: "theirs" },
      id: expect.any(String) as string,
    });
    expect(find(place, ".profile__bar-name").textContent).toBe("theirs");
    await type(json, '{"name":"llm4s","policies":[{"kind":"spill"}]}');
    await doing(() => findText(place, ".profile__bar button", "Save").click());
    await settle();
    expect(saved()).toHaveLength(2);
    expect(find(document, '[aria-label="Name of the profile"]')).toBeTruthy();
  });

  it("offers a free name where the profile's own is taken", () => {
    expect(freeName("llm4s", ["none"])).toBe("llm4s");
    expect(freeName("llm4s", ["llm4s", "llm4s 2"])).toBe("llm4s 3");
  });
});

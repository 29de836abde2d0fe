import { afterEach, expect, test } from "vitest";
import {
  commandFor,
  isTextField,
  type KeyPress,
  listenForKeys,
  matches,
} from "../../../renderer/commands/keys.ts";
import { type Command, CommandRegistry } from "../../../renderer/commands/registry.ts";

function press(key: string, more: Partial<KeyPress> = {}): KeyPress {
  return {
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    target: document.body,
    defaultPrevented: false,
    isComposing: false,
    ...more,
  };
}

function registry(...commands: (Partial<Command> & { id: string })[]): CommandRegistry {
  const made = new CommandRegistry();
  made.register(...commands.map((one) => ({ title: one.id, group: "View" as const, run: () => {}, ...one })));
  return made;
}

afterEach(() => document.body.replaceChildren());

test.each([
  ["j", press("j"), true],
  ["j", press("J", { shiftKey: true }), false],
  ["j", press("j", { ctrlKey: true }), false],
  ["mod+k", press("k", { ctrlKey: true }), true],
  ["mod+k", press("k"), false],
  ["mod+shift+z", press("Z", { ctrlKey: true, shiftKey: true }), true],
  ["mod+z", press("Z", { ctrlKey: true, shiftKey: true }), false],
  ["?", press("?", { shiftKey: true }), true],
  ["[", press("["), true],
  ["[", press("[", { altKey: true }), false],
  ["escape", press("Escape"), true],
])("%s", (combination, pressed, fits) => {
  expect(matches(combination, pressed)).toBe(fits);
});

test("undo works in a field that holds nothing typed, and is the browser's own in one that does", () => {
  const field = document.createElement("input");
  document.body.append(field);
  const commands = registry(
    { id: "undo", keys: ["mod+z"], inSettledFields: true },
    { id: "next", keys: ["j"] },
  );
  const undo = () => commandFor(commands, press("z", { ctrlKey: true, target: field }), false)?.id;
  expect(undo()).toBeUndefined();
  field.dataset["settled"] = "false";
  expect(undo()).toBeUndefined();
  field.dataset["settled"] = "true";
  expect(undo()).toBe("undo");
  expect(commandFor(commands, press("j", { target: field }), false)).toBeUndefined();
  expect(commandFor(commands, press("z", { ctrlKey: true, target: field }), true)).toBeUndefined();
});

test("typing is never a command, but for those that work everywhere", () => {
  const field = document.createElement("textarea");
  document.body.append(field);
  const commands = registry(
    { id: "next", keys: ["j"] },
    { id: "palette", keys: ["mod+k"], everywhere: true },
  );
  expect(commandFor(commands, press("j", { target: field }), false)).toBeUndefined();
  expect(commandFor(commands, press("k", { ctrlKey: true, target: field }), false)?.id).toBe("palette");
  expect(commandFor(commands, press("j"), false)?.id).toBe("next");
});

test("while something lies over the window, and while a word is being composed, keys are not commands", () => {
  const commands = registry({ id: "next", keys: ["j"] });
  expect(commandFor(commands, press("j"), true)).toBeUndefined();
  expect(commandFor(commands, press("j", { isComposing: true }), false)).toBeUndefined();
  expect(commandFor(commands, press("j", { defaultPrevented: true }), false)).toBeUndefined();
});

test("an open menu or dialog has the keys that are pressed in it", () => {
  document.body.innerHTML =
    '<div role="menu"><b id="item"></b></div><div role="dialog"><b id="words"></b></div>';
  const commands = registry({ id: "next", keys: ["j"] });
  for (const id of ["item", "words"]) {
    expect(commandFor(commands, press("j", { target: document.getElementById(id) }), false)).toBeUndefined();
  }
});

test("a command that cannot run leaves its key to the next that can", () => {
  const commands = registry({ id: "a", keys: ["x"], when: () => false }, { id: "b", keys: ["x"] });
  expect(commandFor(commands, press("x"), false)?.id).toBe("b");
});

test("the code editor and editable text are text fields; boxes and sliders are not", () => {
  document.body.innerHTML =
    '<div class="monaco-editor"><i id="m"></i></div><p contenteditable="true" id="e"></p>' +
    '<input type="checkbox" id="c" /><input type="range" id="r" /><input id="t" /><button id="b"></button>';
  const is = (id: string) => isTextField(document.getElementById(id));
  expect(["m", "e", "t"].map(is)).toEqual([true, true, true]);
  expect(["c", "r", "b"].map(is)).toEqual([false, false, false]);
});

test("a key runs its command once and goes no further", () => {
  let runs = 0;
  const end = listenForKeys(registry({ id: "a", keys: ["x"], run: () => runs++ }), document, () => false);
  const event = new KeyboardEvent("keydown", { key: "x", bubbles: true, cancelable: true });
  document.body.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
  end();
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "x", bubbles: true }));
  expect(runs).toBe(1);
});

test("an id is there once, and what was registered can be taken back", () => {
  const commands = registry({ id: "a" });
  expect(() => commands.register({ id: "a", title: "", group: "View", run: () => {} })).toThrow(
    "there already",
  );
  const back = commands.register({ id: "b", title: "", group: "View", run: () => {} });
  expect(commands.run("b")).toBe(true);
  back();
  expect(commands.run("b")).toBe(false);
});

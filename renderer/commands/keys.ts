import type { Command, CommandRegistry } from "./registry.ts";

/** As much of a keyboard event as decides what it means. */
export type KeyPress = Pick<
  KeyboardEvent,
  "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "target" | "defaultPrevented" | "isComposing"
>;

const apple = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.platform);

/** True when a combination such as `mod+shift+z` or `?` is what was pressed. */
export function matches(combination: string, press: KeyPress): boolean {
  const parts = combination.length === 1 ? [combination] : combination.split("+");
  const key = parts.at(-1) ?? "";
  const mod = parts.includes("mod");
  const shift = parts.includes("shift");
  const held = apple ? press.metaKey : press.ctrlKey;
  const other = apple ? press.ctrlKey : press.metaKey;
  if (held !== mod || other || press.altKey !== parts.includes("alt")) return false;
  if (press.key.toLowerCase() !== key.toLowerCase()) return false;
  // A sign such as ? is typed with Shift on some layouts and without on others.
  return isLetterOrName(key) ? press.shiftKey === shift : true;
}

function isLetterOrName(key: string): boolean {
  return key.length > 1 || key.toLowerCase() !== key.toUpperCase();
}

/** True where keys are text: fields, the code editor, anything editable. */
export function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  const field = target.closest(
    "input, textarea, select, [contenteditable=''], [contenteditable='true'], .monaco-editor",
  );
  if (!field) return false;
  return !(
    field instanceof HTMLInputElement && ["checkbox", "radio", "range", "button"].includes(field.type)
  );
}

/** True inside of what has keys of its own while it is open: a menu, a list of choices, a dialog. */
function isInOwnLayer(target: EventTarget | null): boolean {
  const layers = "[role='menu'], [role='listbox'], [role='dialog'], [role='alertdialog']";
  return target instanceof Element && target.closest(layers) !== null;
}

/** True in a field whose text is what it stands for: there is nothing of the browser's own to undo. */
function isSettledField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("[data-settled='true']") !== null;
}

/** The command that a key press means, if any. `busy`: something lies over the window and has the keys. */
export function commandFor(registry: CommandRegistry, press: KeyPress, busy: boolean): Command | undefined {
  if (press.defaultPrevented || press.isComposing) return undefined;
  const layered = busy || isInOwnLayer(press.target);
  const typing = isTextField(press.target);
  const settled = isSettledField(press.target);
  const free = (command: Command) =>
    command.everywhere === true || (!layered && (!typing || (settled && command.inSettledFields === true)));
  return registry
    .list()
    .find(
      (command) =>
        free(command) &&
        command.keys?.some((combination) => matches(combination, press)) === true &&
        command.when?.() !== false,
    );
}

/** Listens for keys; the returned function ends it. `busy` is asked at every key. */
export function listenForKeys(registry: CommandRegistry, target: Document, busy: () => boolean): () => void {
  const onKey = (event: KeyboardEvent) => {
    const command = commandFor(registry, event, busy());
    if (!command) return;
    event.preventDefault();
    command.run();
  };
  target.addEventListener("keydown", onKey);
  return () => target.removeEventListener("keydown", onKey);
}

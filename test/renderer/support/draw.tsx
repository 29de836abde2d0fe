import { act, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, vi } from "vitest";

Reflect.set(globalThis, "IS_REACT_ACT_ENVIRONMENT", true);

const open = new Set<() => Promise<void>>();

afterEach(async () => {
  for (const close of open) await close();
  open.clear();
});

/** Something that is drawn in the page. */
export interface Drawn {
  readonly place: HTMLElement;
  again(element: ReactNode): Promise<void>;
}

/** Draws an element; it is taken away after the test. */
export async function draw(element: ReactNode): Promise<Drawn> {
  const place = document.createElement("div");
  document.body.append(place);
  const root = createRoot(place);
  const again = async (next: ReactNode) => {
    await act(async () => root.render(next));
  };
  open.add(async () => {
    await act(async () => root.unmount());
    place.remove();
  });
  await again(element);
  return { place, again };
}

/** Lets everything that is under way finish, and what it leads to be drawn. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 6; turn++) await act(async () => new Promise((done) => setTimeout(done, 0)));
}

/** Does something and lets what it leads to be drawn. */
export async function doing(what: () => void): Promise<void> {
  await act(async () => what());
  await settle();
}

/** Presses a key on an element. */
export function press(element: Element, key: string, more: KeyboardEventInit = {}): Promise<void> {
  return doing(() => {
    element.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));
  });
}

/** Types a text into a field, as React hears of it. */
export function type(field: Element, text: string): Promise<void> {
  const own = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  return doing(() => {
    Object.getOwnPropertyDescriptor(own.prototype, "value")?.set?.call(field, text);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

/** The only element of a selector; fails when there is none. */
export function find(place: ParentNode, selector: string): HTMLElement {
  const found = place.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`no ${selector} in ${document.body.textContent?.slice(0, 400)}`);
  return found;
}

/** The first element of a selector whose text holds a word. */
export function findText(place: ParentNode, selector: string, word: string): HTMLElement {
  const found = [...place.querySelectorAll<HTMLElement>(selector)].find((one) =>
    one.textContent?.includes(word),
  );
  if (!found) throw new Error(`no ${selector} with ${word} in ${document.body.textContent?.slice(0, 400)}`);
  return found;
}

/** Gives elements a size: the page of the tests has no layout. Lists are so high, everything else a row. */
export function withLayout(listHeight: number, rowHeight: number): void {
  const height = (element: HTMLElement) =>
    element.className.includes("virtual-list-row") ? rowHeight : listHeight;
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockImplementation(function (this: HTMLElement) {
    return height(this);
  });
  vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(listHeight);
  vi.spyOn(HTMLElement.prototype, "scrollHeight", "get").mockImplementation(function (this: HTMLElement) {
    const rows = this.querySelector<HTMLElement>(".virtual-list-rows");
    return rows ? Number.parseFloat(rows.style.height) : listHeight;
  });
}

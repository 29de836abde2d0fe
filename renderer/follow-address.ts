import { formatAddress, parseAddress } from "./state/address.ts";
import type { SelectionStore } from "./state/selection.ts";

/** Milliseconds after the last change: a browser refuses an address that changes with every key that repeats. */
const DELAY = 150;

/** Keeps the page's address and the selection the same, both ways. The returned function ends it. */
export function followAddress(page: Window, selection: SelectionStore): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const read = () => {
    const asked = parseAddress(page.location.hash);
    if (asked && formatAddress(asked) !== formatAddress(selection.getState()))
      selection.getState().restore(asked);
  };
  const write = () => {
    const hash = formatAddress(selection.getState());
    if (hash !== page.location.hash) page.history.replaceState(null, "", `${page.location.pathname}${hash}`);
  };
  const writeSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(write, DELAY);
  };
  read();
  page.addEventListener("hashchange", read);
  const stop = selection.subscribe(writeSoon);
  return () => {
    clearTimeout(timer);
    page.removeEventListener("hashchange", read);
    stop();
  };
}

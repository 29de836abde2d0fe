import { formatAddress, parseAddress } from "./state/address.ts";
import { type SelectionStore } from "./state/selection.ts";

/** Keeps the page's address and the selection the same, both ways. The returned function ends it. */
export function followAddress(page: Window, selection: SelectionStore): () => void {
  const read = () => {
    const asked = parseAddress(page.location.hash);
    if (asked && formatAddress(asked) !== formatAddress(selection.getState())) selection.getState().restore(asked);
  };
  const write = () => {
    const hash = formatAddress(selection.getState());
    if (hash !== page.location.hash) page.history.replaceState(null, "", `${page.location.pathname}${hash}`);
  };
  read();
  page.addEventListener("hashchange", read);
  const stop = selection.subscribe(write);
  return () => {
    page.removeEventListener("hashchange", read);
    stop();
  };
}

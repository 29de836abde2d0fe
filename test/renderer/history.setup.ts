/**
 * A browser tells a page of no address that the page itself wrote into its history. The page of the tests does, some
 * time later, and what was changed meanwhile would be taken back: those events are kept from it.
 */
const { history: entries, location: address } = window;
const written: string[] = [];

for (const name of ["pushState", "replaceState"] as const) {
  const write = entries[name].bind(entries);
  entries[name] = (...entry) => {
    const { hash } = address;
    write(...entry);
    if (address.hash !== hash) written.push(address.href);
  };
}

window.addEventListener("hashchange", (event) => {
  const at = written.indexOf(event.newURL);
  if (at === -1) return;
  written.splice(at, 1);
  event.stopImmediatePropagation();
});

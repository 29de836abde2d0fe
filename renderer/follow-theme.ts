import type { LayoutStore } from "./state/layout.ts";

/** Sets `data-theme` of the page to what was chosen, or to what the machine wants. The returned function ends it. */
export function followTheme(page: Window, layout: LayoutStore): () => void {
  const dark = page.matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    const { theme } = layout.getState();
    page.document.documentElement.dataset["theme"] =
      theme === "system" ? (dark.matches ? "dark" : "light") : theme;
  };
  apply();
  dark.addEventListener("change", apply);
  const stop = layout.subscribe((now, before) => now.theme !== before.theme && apply());
  return () => {
    dark.removeEventListener("change", apply);
    stop();
  };
}

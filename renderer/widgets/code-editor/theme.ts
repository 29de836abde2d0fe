import type * as Monaco from "monaco-editor/editor";

/** The editor's colours by the page's own variables. */
const COLOURS = {
  "editor.background": "--bg-raised",
  "editor.foreground": "--text",
  "editorLineNumber.foreground": "--text-3",
  "editorLineNumber.activeForeground": "--text-2",
  "editorGutter.background": "--bg-raised",
  "editor.lineHighlightBorder": "--border",
  "editorWidget.background": "--bg",
  "editorWidget.border": "--border-strong",
  "editorHoverWidget.background": "--bg-raised",
  "editorSuggestWidget.background": "--bg-raised",
  "editorError.foreground": "--danger",
  "editorWarning.foreground": "--warn",
  "diffEditor.unchangedRegionBackground": "--bg-raised",
  "diffEditor.unchangedRegionForeground": "--text-2",
  focusBorder: "--accent",
} as const;

/** A CSS colour as `#rrggbb` or `#rrggbbaa`: a canvas reads whatever the page can. */
function hex(colour: string): string | undefined {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  if (!canvas || colour === "") return undefined;
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  const bytes = [...canvas.getImageData(0, 0, 1, 1).data];
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

function themeColours(): Record<string, string> {
  const style = getComputedStyle(document.documentElement);
  const found: Record<string, string> = {};
  for (const [name, variable] of Object.entries(COLOURS)) {
    const colour = hex(style.getPropertyValue(variable).trim());
    if (colour !== undefined) found[name] = colour;
  }
  return found;
}

/** Dark when the page's background is. */
function isDark(background: string | undefined): boolean {
  if (background === undefined) return false;
  const part = (at: number) => Number.parseInt(background.slice(at, at + 2), 16);
  return part(1) * 0.3 + part(3) * 0.59 + part(5) * 0.11 < 128;
}

/** Draws every editor in the page's colours, and again whenever those change. */
export function followTheme(monaco: typeof Monaco): void {
  const apply = () => {
    const colors = themeColours();
    const base = isDark(colors["editor.background"]) ? "vs-dark" : "vs";
    monaco.editor.defineTheme("ullage", { base, inherit: true, rules: [], colors });
    monaco.editor.setTheme("ullage");
  };
  apply();
  new MutationObserver(apply).observe(document.documentElement, {
    attributes: true,
    attributeFilter: ["class", "data-theme", "style"],
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", apply);
}

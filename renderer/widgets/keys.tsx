import "./keys.css";

const SYMBOLS: { readonly [key: string]: string } = {
  mod: isApple() ? "⌘" : "Ctrl",
  shift: isApple() ? "⇧" : "Shift",
  alt: isApple() ? "⌥" : "Alt",
  escape: "Esc",
  arrowleft: "←",
  arrowright: "→",
  arrowup: "↑",
  arrowdown: "↓",
  enter: "Enter",
};

function isApple(): boolean {
  return typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.platform);
}

function symbol(key: string): string {
  return Object.hasOwn(SYMBOLS, key) ? (SYMBOLS[key] ?? key) : key.length === 1 ? key.toUpperCase() : key;
}

/** A combination such as `mod+shift+z` as key caps. A lone letter stays small, as it is typed. */
export function Keys({ combination }: { readonly combination: string }) {
  const keys = combination.length === 1 ? [combination] : combination.split("+");
  return (
    <span className="keys">
      {keys.map((key) => (
        <kbd key={key} className="keys__cap">
          {keys.length === 1 && key.length === 1 ? key : symbol(key)}
        </kbd>
      ))}
    </span>
  );
}

function plain(text: string): string {
  return text.toLowerCase().replace(/\s+/g, " ").trim();
}

function words(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
}

/** True when each typed word begins a word of the label. */
function beginsWords(label: string, typed: string): boolean {
  const own = words(label);
  const asked = words(typed);
  return asked.length > 0 && asked.every((word) => own.some((one) => one.startsWith(word)));
}

/**
 * How well a label fits what was typed, from 1 for the very label to 0 for not at all: the label itself, its
 * beginning, beginnings of its words, any part of it. Letters that are merely scattered in it do not count.
 */
export function paletteRank(label: string, typed: string): number {
  const [own, asked] = [plain(label), plain(typed)];
  if (asked === "" || own === asked) return 1;
  if (own.startsWith(asked)) return 0.75;
  if (beginsWords(own, asked)) return 0.5;
  return own.includes(asked) ? 0.25 : 0;
}

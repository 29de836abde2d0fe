/** A stretch of running text. A link is its words and, as text, its address: it leads nowhere. */
export interface Inline {
  readonly text: string;
  readonly kind?: "strong" | "em" | "code" | "link";
}

/** A block of Markdown. */
export type Block =
  | { readonly kind: "heading"; readonly level: number; readonly text: string }
  | { readonly kind: "paragraph" | "quote"; readonly text: string }
  | { readonly kind: "item"; readonly depth: number; readonly mark: string; readonly text: string }
  | { readonly kind: "code"; readonly language: string; readonly text: string }
  | { readonly kind: "table"; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: "rule" };

const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/;
const ITEM = /^(\s*)([-*+]|\d{1,9}[.)])\s+(.*)$/;
const FENCE = /^\s{0,3}(`{3,}|~{3,})\s*([\w+#.-]*)/;
const RULE = /^\s{0,3}(?:-{3,}|\*{3,}|_{3,})\s*$/;
const ROW = /^\s*\|(.*)\|\s*$/;

/** Reads a text line by line; nothing in it is ever more than text. */
class Reader {
  readonly blocks: Block[] = [];
  private readonly lines: readonly string[];
  private at = 0;

  constructor(text: string) {
    this.lines = text.split(/\r?\n/);
  }

  /** At most so many blocks. Gives the line at which it stopped, or the number of lines. */
  read(most: number): number {
    while (this.at < this.lines.length && this.blocks.length < most) this.block();
    return this.at;
  }

  private line(): string {
    return this.lines[this.at] ?? "";
  }

  private block(): void {
    const line = this.line();
    const heading = HEADING.exec(line);
    const item = ITEM.exec(line);
    if (FENCE.test(line)) return this.fence();
    if (line.trim() === "") return void this.at++;
    if (heading) return this.one({ kind: "heading", level: heading[1]?.length ?? 1, text: heading[2] ?? "" });
    if (RULE.test(line)) return this.one({ kind: "rule" });
    if (item) return this.one(itemOf(item));
    if (ROW.test(line)) return this.table();
    if (line.startsWith(">")) return this.run("quote", (one) => one.startsWith(">"), /^>\s?/);
    this.run("paragraph", isPlain, /^/);
  }

  private one(block: Block): void {
    this.blocks.push(block);
    this.at++;
  }

  private run(kind: "paragraph" | "quote", belongs: (line: string) => boolean, start: RegExp): void {
    const taken: string[] = [];
    while (this.at < this.lines.length && (taken.length === 0 || belongs(this.line())))
      taken.push((this.lines[this.at++] ?? "").replace(start, ""));
    this.blocks.push({ kind, text: taken.join("\n") });
  }

  private fence(): void {
    const [, mark = "```", language = ""] = FENCE.exec(this.line()) ?? [];
    const from = ++this.at;
    while (this.at < this.lines.length && !this.line().trim().startsWith(mark)) this.at++;
    this.blocks.push({ kind: "code", language, text: this.lines.slice(from, this.at).join("\n") });
    this.at++;
  }

  private table(): void {
    const rows: string[][] = [];
    for (let row = ROW.exec(this.line()); row; row = ROW.exec(this.line())) {
      const cells = (row[1] ?? "").split("|").map((cell) => cell.trim());
      if (!cells.every((cell) => /^:?-+:?$/.test(cell))) rows.push(cells);
      this.at++;
    }
    this.blocks.push({ kind: "table", rows });
  }
}

function itemOf([, indent = "", mark = "-", text = ""]: RegExpExecArray): Block {
  return {
    kind: "item",
    depth: Math.min(6, Math.floor(indent.length / 2)),
    mark: /\d/.test(mark) ? mark : "•",
    text,
  };
}

function isPlain(line: string): boolean {
  return (
    line.trim() !== "" &&
    ![HEADING, ITEM, FENCE, RULE, ROW].some((sign) => sign.test(line)) &&
    !line.startsWith(">")
  );
}

/** The blocks of a text, at most `most`, and what is left of it as text. */
export function parseMarkdown(
  text: string,
  most: number,
): { readonly blocks: readonly Block[]; readonly rest: string } {
  const reader = new Reader(text);
  const stopped = reader.read(most);
  return { blocks: reader.blocks, rest: text.split(/\r?\n/).slice(stopped).join("\n") };
}

const INLINE =
  /`(?<code>[^`\n]+)`|\*\*(?<strong>[^*\n]+)\*\*|(?<![*\w])\*(?<em>[^*\s][^*\n]*)\*(?!\w)|!?\[(?<link>[^\]\n]{0,400})\]\((?<to>[^)\s]{0,2000})\)/g;

/** Running text in stretches. */
export function parseInline(text: string): readonly Inline[] {
  const pieces: Inline[] = [];
  let from = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > from) pieces.push({ text: text.slice(from, match.index) });
    pieces.push(inlineOf(match.groups ?? {}));
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from) });
  return pieces;
}

function inlineOf(groups: Readonly<Record<string, string | undefined>>): Inline {
  const { code, strong, em, link = "", to = "" } = groups;
  if (code !== undefined) return { text: code, kind: "code" };
  if (strong !== undefined) return { text: strong, kind: "strong" };
  if (em !== undefined) return { text: em, kind: "em" };
  return { text: link === to ? to : `${link} (${to})`, kind: "link" };
}

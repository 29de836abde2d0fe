/** A stretch of a line, and what it is drawn as. */
export interface Painted {
  readonly text: string;
  readonly kind?: "comment" | "string" | "number" | "word";
}

/** How a whole line is drawn. */
export type LineTone = "added" | "removed" | "place" | undefined;

const WORDS = new Set(
  "abstract as async await bool boolean break case catch class const continue def default defer delete do elif else enum export extends extern False false finally fn for from func function go if impl implements import in include instanceof int interface is lambda let match mod module mut namespace new nil None not null or package pass private protected pub public raise readonly return self static str string struct super switch this throw trait True true try type typeof undefined union unsafe use using var void where while with yield".split(
    " ",
  ),
);

/** Comment, text in quotes, number, word: whichever comes first. */
const TOKEN =
  /(?<comment>\/\/.*$|(?<![\w'"])#(?!include).*$|\/\*.*?(?:\*\/|$))|(?<string>"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`?)|(?<number>\b\d[\d_.xa-fA-F]*\b)|(?<word>[A-Za-z_]\w*)/g;

function kindOf(groups: Readonly<Record<string, string | undefined>>): Painted["kind"] {
  if (groups["comment"] !== undefined) return "comment";
  if (groups["string"] !== undefined) return "string";
  if (groups["number"] !== undefined) return "number";
  return WORDS.has(groups["word"] ?? "") ? "word" : undefined;
}

/** A line of some programming language in stretches; their texts together are the line. */
export function paintCode(line: string): readonly Painted[] {
  const pieces: Painted[] = [];
  let from = 0;
  for (const match of line.matchAll(TOKEN)) {
    const kind = kindOf(match.groups ?? {});
    if (kind === undefined) continue;
    if (match.index > from) pieces.push({ text: line.slice(from, match.index) });
    pieces.push({ text: match[0], kind });
    from = match.index + match[0].length;
  }
  if (from < line.length) pieces.push({ text: line.slice(from) });
  return pieces;
}

/** What a line of a unified diff is. */
export function diffTone(line: string): LineTone {
  if (line.startsWith("@@") || line.startsWith("diff ")) return "place";
  if (line.startsWith("+")) return "added";
  return line.startsWith("-") ? "removed" : undefined;
}

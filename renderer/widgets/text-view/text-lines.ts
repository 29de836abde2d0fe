/** One line as it is drawn. `number` counts the text's lines from 1; 0 for the rest of a long line. */
export interface TextLine {
  readonly number: number;
  readonly text: string;
}

/** A longer line is drawn in pieces: one element with millions of characters would hold the page up. */
export const LINE_UNITS = 1000;

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;

/** The end of a piece that begins at `from`: never between the two halves of a code point. */
function pieceEnd(line: string, from: number): number {
  const end = from + LINE_UNITS;
  if (end >= line.length) return line.length;
  return isHighSurrogate(line.charCodeAt(end - 1)) ? end - 1 : end;
}

function pushPieces(lines: TextLine[], line: string, number: number): void {
  if (line.length <= LINE_UNITS) {
    lines.push({ number, text: line });
    return;
  }
  for (let from = 0; from < line.length;) {
    const end = pieceEnd(line, from);
    lines.push({ number: from === 0 ? number : 0, text: line.slice(from, end) });
    from = end;
  }
}

/** A text as lines to draw. The newline belongs to its line, so a last one makes no line of its own. */
export function textLines(text: string): TextLine[] {
  const lines: TextLine[] = [];
  let number = 1;
  for (let from = 0; from < text.length; number++) {
    const newline = text.indexOf("\n", from);
    const end = newline < 0 ? text.length : newline;
    const crlf = newline > from && text.charCodeAt(newline - 1) === 0x0d;
    pushPieces(lines, text.slice(from, crlf ? end - 1 : end), number);
    from = newline < 0 ? text.length : newline + 1;
  }
  return lines;
}

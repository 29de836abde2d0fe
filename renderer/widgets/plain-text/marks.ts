/** A stretch of text that can be drawn as it is, or one character that must be shown as a mark. */
export type TextPiece =
  | { readonly text: string }
  | { readonly mark: string; readonly name: string; readonly code: number };

/** Names of the characters that change how text around them is drawn, or that cannot be seen at all. */
const NAMED = new Map<number, string>([
  [0x00ad, "soft hyphen"],
  [0x061c, "Arabic letter mark"],
  [0x200b, "zero width space"],
  [0x200e, "left-to-right mark"],
  [0x200f, "right-to-left mark"],
  [0x2028, "line separator"],
  [0x2029, "paragraph separator"],
  [0x202a, "left-to-right embedding"],
  [0x202b, "right-to-left embedding"],
  [0x202c, "pop directional formatting"],
  [0x202d, "left-to-right override"],
  [0x202e, "right-to-left override"],
  [0x2060, "word joiner"],
  [0x2066, "left-to-right isolate"],
  [0x2067, "right-to-left isolate"],
  [0x2068, "first strong isolate"],
  [0x2069, "pop directional isolate"],
  [0xfeff, "byte order mark"],
]);

// C0 without tab and newline, DEL and C1, the characters above, tag characters, lone surrogates.
const SUSPECT =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\p{Cs}]/gu;

/** What the first 32 characters are called, in order. */
const CONTROLS =
  "NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US".split(
    " ",
  );

/** `U+202E` and the like: at least four digits. */
function codeName(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}

function describe(code: number): string {
  const named = NAMED.get(code);
  if (named) return named;
  if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) return "control character";
  if (code >= 0xd800 && code <= 0xdfff) return "lone surrogate";
  if (code >= 0xe0000) return "tag character";
  return "invisible character";
}

/** The mark of one character: its short name where it has one, else its code point. */
function markOf(code: number): TextPiece {
  const short = code === 0x7f ? "DEL" : CONTROLS[code];
  return { mark: short ?? codeName(code), name: `${codeName(code)} ${describe(code)}`, code };
}

/** True when a text holds a character that must not be drawn as it is. */
export function hasSuspects(text: string): boolean {
  SUSPECT.lastIndex = 0;
  return SUSPECT.test(text);
}

/**
 * Cuts a text at every character that a page would swallow, or that would reorder what stands around it: control
 * characters, bidirectional overrides, invisible ones, tag characters, lone surrogates. A carriage return straight
 * before a newline belongs to the line's end and is left out.
 */
export function textPieces(text: string): TextPiece[] {
  if (!hasSuspects(text)) return text === "" ? [] : [{ text }];
  const pieces: TextPiece[] = [];
  let from = 0;
  // matchAll begins where the pattern's last search ended.
  SUSPECT.lastIndex = 0;
  for (const match of text.matchAll(SUSPECT)) {
    const code = match[0].codePointAt(0) ?? 0;
    if (match.index > from) pieces.push({ text: text.slice(from, match.index) });
    from = match.index + match[0].length;
    if (code !== 0x0d || text.charCodeAt(from) !== 0x0a) pieces.push(markOf(code));
  }
  if (from < text.length) pieces.push({ text: text.slice(from) });
  return pieces;
}

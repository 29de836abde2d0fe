/** A stretch of bytes as text: what is no UTF-8 stands as `\xNN`. */
export interface DrawnBytes {
  readonly text: string;
  /** Where in `text` each asked-for byte begins, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
}

const escaped = (byte: number): string => `\\x${byte.toString(16).padStart(2, "0")}`;

/** How many bytes a character has that begins with this one; 0 for a byte that begins none. */
function lengthOf(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead < 0xe0) return 2;
  if (lead >= 0xe0 && lead < 0xf0) return 3;
  return lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
}

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function characterAt(bytes: Uint8Array, at: number): { readonly text: string; readonly length: number } {
  const length = lengthOf(bytes[at] ?? 0);
  if (length === 1) return { text: String.fromCharCode(bytes[at] ?? 0), length };
  try {
    if (length > 0 && at + length <= bytes.length)
      return { text: strict.decode(bytes.subarray(at, at + length)), length };
  } catch {
    // Not a character: the byte alone is shown.
  }
  return { text: escaped(bytes[at] ?? 0), length: 1 };
}

/** Draws bytes as text and says where the bytes [from, to) lie in it. */
export function drawBytes(bytes: Uint8Array, from: number, to: number): DrawnBytes {
  let text = "";
  let textFrom: number | undefined;
  let textTo: number | undefined;
  for (let at = 0; at < bytes.length;) {
    if (at >= from) textFrom ??= text.length;
    if (at >= to) textTo ??= text.length;
    const character = characterAt(bytes, at);
    text += character.text;
    at += character.length;
  }
  return { text, from: textFrom ?? text.length, to: textTo ?? text.length };
}

/** The bytes of a base64 text that the host made. */
export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (unit) => unit.charCodeAt(0));
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** The six bits of every letter by its code, 64 for what is none. */
const BITS = bitsOfLetters();

function bitsOfLetters(): Uint8Array {
  const bits = new Uint8Array(128).fill(64);
  for (let at = 0; at < 64; at++) bits[ALPHABET.charCodeAt(at)] = at;
  bits["-".charCodeAt(0)] = 62;
  bits["_".charCodeAt(0)] = 63;
  return bits;
}

/**
 * The bytes of a base64 text; spaces and padding are passed over, and so is the URL's alphabet read. Undefined when
 * other characters stand in it.
 */
export function bytesOfBase64(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(Math.ceil((text.length * 3) / 4));
  let held = 0;
  let count = 0;
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= 32 || code === 61) continue;
    const bits = code < 128 ? (BITS[code] ?? 64) : 64;
    if (bits === 64) return undefined;
    held = ((held << 6) | bits) & 0xffffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes[length++] = (held >> count) & 0xff;
  }
  return bytes.subarray(0, length);
}

/** Bytes of what base64 stands for, wrapped or not. */
export function decodedBytes(base64: string): number {
  const plain = /\s/.test(base64) ? base64.replace(/\s+/g, "") : base64;
  const padding = plain.endsWith("==") ? 2 : plain.endsWith("=") ? 1 : 0;
  return Math.floor(((plain.length - padding) * 3) / 4);
}

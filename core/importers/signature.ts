import { ImportFailure } from "./failure.ts";

/** How many bytes are looked at before anything is read. */
export const HEAD_BYTES = 4096;

/** Spaces, and the three bytes of a byte order mark. */
const BEFORE_JSON = new Set([9, 10, 13, 32, 0xef, 0xbb, 0xbf]);

interface Signature {
  readonly bytes: string;
  readonly looks: string;
  readonly advice: string;
}

const UNPACK = "unpack it and import what is inside";
const WITH_DATABASE = "give it together with its database, as one of them without the other is not whole";
const TRANSCRIPT = "a transcript is a JSON or JSONL text file";

/** First bytes in hexadecimal of what people drop by mistake. */
const SIGNATURES: readonly Signature[] = [
  { bytes: "504b0304", looks: "a zip archive", advice: UNPACK },
  { bytes: "1f8b", looks: "gzip data", advice: UNPACK },
  { bytes: "28b52ffd", looks: "zstd data", advice: UNPACK },
  { bytes: "377abcaf271c", looks: "a 7z archive", advice: UNPACK },
  { bytes: "425a68", looks: "bzip2 data", advice: UNPACK },
  {
    bytes: "53514c69746520666f726d6174203300",
    looks: "an SQLite database",
    advice: "export the session as JSON first",
  },
  { bytes: "377f0682", looks: "the log of an SQLite database", advice: WITH_DATABASE },
  { bytes: "377f0683", looks: "the log of an SQLite database", advice: WITH_DATABASE },
  { bytes: "18e22d00", looks: "the index of an SQLite database's log", advice: WITH_DATABASE },
  { bytes: "89504e47", looks: "a PNG image", advice: TRANSCRIPT },
  { bytes: "ffd8ff", looks: "a JPEG image", advice: TRANSCRIPT },
  { bytes: "47494638", looks: "a GIF image", advice: TRANSCRIPT },
  { bytes: "25504446", looks: "a PDF document", advice: TRANSCRIPT },
  { bytes: "7f454c46", looks: "a program (ELF)", advice: TRANSCRIPT },
  { bytes: "4d5a", looks: "a program (Windows)", advice: TRANSCRIPT },
  { bytes: "50415231", looks: "a Parquet file", advice: "convert it to JSONL first" },
  { bytes: "fffe", looks: "UTF-16 text", advice: "save it as UTF-8" },
  { bytes: "feff", looks: "UTF-16 text", advice: "save it as UTF-8" },
];

/** Throws `ImportFailure` (binary) when the first bytes of a file cannot be the start of a JSON text. */
export function refuseBinary(head: Uint8Array): void {
  const known = SIGNATURES.find((signature) => startsWith(head, signature.bytes));
  if (known)
    throw new ImportFailure(
      "binary",
      `This is no transcript: it looks like ${known.looks}; ${known.advice}.`,
    );
  const controls = countControls(head);
  if (controls * 10 <= head.length || startsAsJson(head)) return;
  const at = head.findIndex(isControl);
  throw new ImportFailure(
    "binary",
    `This is no transcript: it looks like binary data (${controls} of the first ${head.length} bytes are control ` +
      `characters, the first at byte ${at}); ${TRANSCRIPT}.`,
  );
}

function startsWith(head: Uint8Array, hex: string): boolean {
  if (head.length * 2 < hex.length) return false;
  for (let at = 0; at * 2 < hex.length; at++) {
    if (head[at] !== Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16)) return false;
  }
  return true;
}

/** True when the first byte that is no space opens an object or array: what follows may be damaged, but it is text. */
function startsAsJson(head: Uint8Array): boolean {
  const first = head.find((byte) => !BEFORE_JSON.has(byte));
  return first === 0x7b || first === 0x5b;
}

function countControls(head: Uint8Array): number {
  let controls = 0;
  for (const byte of head) if (isControl(byte)) controls++;
  return controls;
}

/** Control characters that no text has: all but tab, newline, form feed, return, record separator and escape. */
function isControl(byte: number): boolean {
  return byte < 9 || byte === 11 || (byte > 13 && byte < 27) || (byte > 27 && byte < 30) || byte === 31;
}

import { constants } from "node:buffer";
import { HostError } from "../../core/contract/rpc.ts";

/**
 * Decodes UTF-8; bytes that are none become U+FFFD, a byte-order mark stays. Throws a `bad_input` HostError for more
 * than one text can hold.
 */
export function decodeUtf8(bytes: Uint8Array): string {
  if (bytes.length > constants.MAX_STRING_LENGTH)
    throw new HostError("bad_input", "A single line of the file is larger than 512 MB and cannot be read");
  // Mostly it is a Buffer already: to make one takes as long as to decode some KB.
  const buffer = Buffer.isBuffer(bytes)
    ? bytes
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return buffer.toString();
}

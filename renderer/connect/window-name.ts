/**
 * What this window calls itself to the host until it is loaded anew: files that it sent and that nobody imported are
 * deleted once it has gone. Made of random bytes, as `randomUUID` is there in secure contexts only.
 */
export const windowName = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
  byte.toString(16).padStart(2, "0"),
).join("");

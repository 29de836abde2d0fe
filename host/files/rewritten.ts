import { createHash } from "node:crypto";
import { HostError } from "../../core/contract/rpc.ts";
import { shown } from "./shown.ts";
import { type ByteSource, piecesOf } from "./source.ts";

/** The SHA-256 of a source's bytes, in hexadecimal. `pass` is called before each piece, and may throw. Rejects with a HostError. */
export async function hashOf(source: ByteSource, pass: () => void = () => undefined): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of piecesOf(source)) {
    pass();
    hash.update(piece);
  }
  return hash.digest("hex");
}

/**
 * Refuses a source of which other bytes were read than are there now: half of what was read may be of one version, half of
 * another. What was only appended to is as it was. Rejects with a `bad_input` HostError.
 */
export async function refuseRewritten(source: ByteSource, sha256: string, pass?: () => void): Promise<void> {
  if ((await source.changed?.()) !== true || (await hashOf(source, pass)) === sha256) return;
  throw new HostError(
    "bad_input",
    `${shown(source.name)} was rewritten while it was read: import it again once it is written.`,
  );
}

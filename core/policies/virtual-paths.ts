import { sha256Hex } from "../lib/sha256.ts";
import { OFFLOAD_MOUNT } from "../model/mount.ts";

/** The virtual base of spill files in replay; a live run has its own. */
export const SPILL_BASE = "/ullage/spill/";
/** The virtual base of the attachment store in replay. */
export const FILE_BASE = "/ullage/files/";

/** Lower case only, as some file systems do not tell cases apart; nothing that could climb or hide. */
const SAFE = /^(?!h-)[a-z0-9][a-z0-9_-]*(?:\.[a-z0-9_-]+)*$/;
const LONGEST = 96;

/**
 * An identity or session as one path segment. Unsafe or long ones are hashed; what looks like a hash is hashed too,
 * so that two different identities never share a segment.
 */
export function pathSegment(identity: string): string {
  return identity.length <= LONGEST && SAFE.test(identity) ? identity : `h-${sha256Hex(identity)}`;
}

/** Path of an offloaded result. */
export function offloadPath(identity: string): string {
  return OFFLOAD_MOUNT + pathSegment(identity);
}

/** Path of a spill file. */
export function spillPath(session: string, identity: string): string {
  return `${SPILL_BASE}${pathSegment(session)}/${pathSegment(identity)}.txt`;
}

/** Path of a file of the attachment store. `id` is unique in a session and made of path segments. */
export function filePath(
  { namespace, session }: { readonly namespace: string; readonly session: string },
  id: string,
): string {
  return `${FILE_BASE}${pathSegment(namespace)}/${pathSegment(session)}/${id}`;
}

import { isJsonObject, field } from "../core/model/json.ts";

/** What this window alone remembers, over a reload: another window that is open beside it has its own. */
export interface OwnMemory {
  /** A value that was kept, or undefined. */
  readonly get: (key: string) => unknown;
  readonly set: (key: string, value: unknown) => void;
}

const PLACE = "ullage";

function read(storage: Storage): unknown {
  try {
    return JSON.parse(storage.getItem(PLACE) ?? "{}");
  } catch {
    return {};
  }
}

/** A memory in the page's own storage, which ends with its tab. One that is refused or full keeps nothing. */
export function ownMemory(storage: Storage): OwnMemory {
  return {
    get: (key) => field(read(storage), key),
    set(key, value) {
      const known = read(storage);
      try {
        storage.setItem(PLACE, JSON.stringify({ ...(isJsonObject(known) ? known : {}), [key]: value }));
      } catch {
        // The host remembers it all the same.
      }
    },
  };
}

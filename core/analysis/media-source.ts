import type { Run } from "../engine/run.ts";
import type { MediaRef } from "../model/part.ts";

/**
 * Where the bytes of externalised media come back from when a request is rendered for a provider that needs them:
 * gives the base64 as it was recorded, or undefined for a reference that is not this run's.
 */
export function mediaSource(run: Run): (ref: MediaRef) => string | undefined {
  const media = new Map<string, string>();
  for (const { store, path, file } of run.files)
    if (store === "file" && file.mediaType !== undefined) media.set(path, file.text);
  return ({ path }) => media.get(path);
}

import type { FolderResult } from "../../core/contract/folder.ts";
import type { AppEvent } from "../../core/contract/methods.ts";
import type { ProfileInput } from "../../core/model/profile.ts";
import type { HostData } from "./host-context.tsx";
import { IMPORT_KEYS } from "./import-queries.ts";
import { KEYS } from "./queries.ts";

/** What a window wants to hear beside what the data sees to by itself. */
export interface HostNews {
  onOpened(transcript: number): void;
  onProfile(profile: ProfileInput, name: string): void;
  /** A followed file was replaced by another, which is a transcript of its own. */
  onReplaced(transcript: number, name: string): void;
  /** A followed file was deleted or moved away. */
  onGone(name: string): void;
  onFolder(result: FolderResult): void;
  onFailed(name: string, message: string): void;
}

/**
 * Listens to the host for as long as the window is there, and after a lost link again; keeps the cache fresh. The
 * returned function ends it.
 */
export function watchHost(data: HostData, news: HostNews): () => void {
  const end = new AbortController();
  const { link } = data.connection;
  let seen = false;
  const listen = () => {
    if (link.get().kind !== "open") return;
    if (seen) forgetEverything(data);
    seen = true;
    const onEvent = (event: AppEvent) => take(event, data, news);
    // It ends when the link does; then the link's next opening starts it again.
    data.host.call("app.watch", {}, { signal: end.signal, onEvent }).catch(() => {});
  };
  const stop = link.subscribe(listen);
  listen();
  return () => {
    stop();
    end.abort();
  };
}

/** A host that was away may be another process with another library. */
function forgetEverything(data: HostData): void {
  data.cache.invalidate("");
  data.runs.reset();
}

/** A file has grown: what was asked of it is asked again, and runs of it are run again. The selection stays. */
function grown(data: HostData, transcript: number): void {
  data.cache.invalidate(KEYS.library);
  for (const kind of ["outline", "body", "lanes", "file", "places"])
    data.cache.invalidate(`${kind}/${transcript}/`);
  data.runs.grown(transcript);
}

function take(event: AppEvent, data: HostData, news: HostNews): void {
  switch (event.kind) {
    case "library":
      data.cache.invalidate(KEYS.library);
      data.cache.invalidate("search/");
      return;
    case "profiles":
      return data.cache.invalidate(KEYS.profiles);
    case "opened":
      data.cache.invalidate(KEYS.library);
      return news.onOpened(event.transcript);
    case "profile":
      return news.onProfile(event.profile, event.name);
    case "import":
      return data.imports.seen(event.name, event.progress);
    case "grown":
      return grown(data, event.transcript);
    case "replaced":
      data.cache.invalidate(KEYS.library);
      return news.onReplaced(event.by, event.name);
    case "gone":
      return news.onGone(event.name);
    case "following":
      return data.cache.invalidate(IMPORT_KEYS.followable);
    case "folder":
      data.cache.invalidate(KEYS.library);
      data.imports.ended(event.result.name);
      return news.onFolder(event.result);
    case "failed":
      data.imports.ended(event.name);
      return news.onFailed(event.name, event.message);
  }
}

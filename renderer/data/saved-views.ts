import { useMemo } from "react";
import { arrayField, stringField } from "../../core/model/json.ts";
import { useHostData } from "./host-context.tsx";
import { useQuery } from "./use-query.ts";

/** A search that was kept under a name. */
export interface SavedView {
  readonly name: string;
  readonly query: string;
}

/** Kept searches, and what changes them. Failures reject. */
export interface SavedViews {
  readonly views: readonly SavedView[];
  readonly save: (view: SavedView) => Promise<void>;
  readonly remove: (name: string) => Promise<void>;
}

const KEY = "settings/views";
const MOST = 100;

/** What was stored, as far as it is a list of views: an older version may have stored something else. */
export function viewsIn(stored: unknown): readonly SavedView[] {
  const list = arrayField({ list: stored as never }, "list") ?? [];
  return list.flatMap((one) => {
    const name = stringField(one, "name");
    const query = stringField(one, "query");
    return name === undefined || query === undefined ? [] : [{ name, query }];
  });
}

const NONE: readonly SavedView[] = [];

/** The kept searches: the host remembers them. */
export function useSavedViews(): SavedViews {
  const { host, cache } = useHostData();
  const { data = NONE } = useQuery(KEY, async (signal) =>
    viewsIn(await host.call("settings.get", { key: "views" }, { signal })),
  );
  return useMemo(() => {
    const set = async (views: readonly SavedView[]) => {
      cache.put(KEY, views);
      await host.call("settings.set", { key: "views", value: views });
    };
    const without = (name: string) => data.filter((view) => view.name !== name);
    return {
      views: data,
      save: (view) => set([...without(view.name), view].slice(-MOST)),
      remove: (name) => set(without(name)),
    };
  }, [host, cache, data]);
}

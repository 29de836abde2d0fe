import { useCurrent } from "./current.tsx";
import { useHost } from "./host-context.tsx";
import { useQuery } from "./use-query.ts";

/** Where messages of the open thread lie, by their ids: asked of the host, as the window does not hold the ids. */
export function usePlaces(ids: readonly string[]): (id: string) => number | undefined {
  const host = useHost();
  const { transcript, thread } = useCurrent();
  const asked =
    transcript && thread && ids.length > 0
      ? { transcript: transcript.id, thread: thread.id, ids: [...ids] }
      : undefined;
  const key = asked && `places/${asked.transcript}/${asked.thread}/${JSON.stringify(ids)}`;
  const { data } = useQuery(key, (signal) => host.call("thread.places", asked!, { signal }), { keep: false });
  return (id) => data?.[ids.indexOf(id)] ?? undefined;
}

/** The place of one message; undefined while it is not known, and for what is no message of the thread. */
export function usePlace(id: string | undefined): number | undefined {
  const placeOf = usePlaces(id === undefined ? [] : [id]);
  return id === undefined ? undefined : placeOf(id);
}

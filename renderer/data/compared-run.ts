import { useMemo } from "react";
import { type ShownRun, shownRun } from "../../core/contract/step-columns.ts";
import type { ProfileInput } from "../../core/model/profile.ts";
import { useCurrent } from "./current.tsx";
import { useHost } from "./host-context.tsx";
import { useProfiles } from "./queries.ts";
import { type Query, useQuery } from "./use-query.ts";

/** What requests are compared with beside the run that is shown: a profile on this lane, or another lane. */
export type Against =
  | { readonly kind: "profile"; readonly id: string }
  | { readonly kind: "lane"; readonly thread: string };

/** Reads what the address says of it; undefined for the run that is shown. */
export function parseAgainst(text: string | undefined): Against | undefined {
  if (text?.startsWith("p:")) return { kind: "profile", id: text.slice(2) };
  return text?.startsWith("l:") ? { kind: "lane", thread: text.slice(2) } : undefined;
}

/** The other way round. */
export function formatAgainst(against: Against | undefined): string | undefined {
  if (!against) return undefined;
  return against.kind === "profile" ? `p:${against.id}` : `l:${against.thread}`;
}

interface Started {
  readonly transcript: number;
  readonly thread: string;
  readonly profile: ProfileInput;
}

function useStarted(against: Against | undefined): Started | undefined {
  const { transcript, thread, run } = useCurrent();
  const profiles = useProfiles().data;
  return useMemo(() => {
    if (!against || !transcript || !thread) return undefined;
    if (against.kind === "lane")
      return run.run && { transcript: transcript.id, thread: against.thread, profile: run.run.profile };
    const row = profiles?.find(({ id }) => id === against.id);
    return row && { transcript: transcript.id, thread: thread.id, profile: row.profile };
  }, [against, transcript, thread, run.run, profiles]);
}

/** The run that requests are compared with; asks nothing while that is the run that is shown. */
export function useComparedRun(against: Against | undefined): Query<ShownRun> {
  const host = useHost();
  const started = useStarted(against);
  const key = started && `compared/${JSON.stringify([started.transcript, started.thread, started.profile])}`;
  return useQuery(
    key,
    async (signal) => shownRun(await host.call("run.start", { ...started! }, { signal })),
    { keep: false },
  );
}

import type { BadSpanPage, RawBytes } from "../../core/contract/methods.ts";
import type { TranscriptRow } from "../../core/contract/rows.ts";
import type { FollowableRow } from "../../core/contract/local-files.ts";
import type { GroundTruth } from "../../core/model/ground-truth.ts";
import type { SensitiveFinding } from "../../core/model/sensitive.ts";
import { useHost } from "./host-context.tsx";
import { type Query, useQuery } from "./use-query.ts";

/** The keys of the cache by what they are of. What is read of a file goes when the file grows. */
export const IMPORT_KEYS = {
  followable: "followable",
  file: (transcript: number) => `file/${transcript}/`,
} as const;

/** Bytes of what a transcript was read from: the file, or what it unpacks to. */
export function useRawBytes(transcript: number, offset: number, length: number): Query<RawBytes> {
  const host = useHost();
  const key = `${IMPORT_KEYS.file(transcript)}bytes/${offset}/${length}`;
  return useQuery(
    key,
    (signal) => host.call("library.bytes", { transcript, offset, length, text: true }, { signal }),
    { keep: IMPORT_KEYS.file(transcript) },
  );
}

/** Spans of a file that could not be read, from the one at `from` on. Asked for only while `asked`. */
export function useBadSpans(
  transcript: number,
  from: number,
  limit: number,
  asked: boolean,
): Query<BadSpanPage> {
  const host = useHost();
  const key = asked ? `${IMPORT_KEYS.file(transcript)}bad/${from}/${limit}` : undefined;
  return useQuery(key, (signal) => host.call("library.bad-spans", { transcript, from, limit }, { signal }));
}

/** Secrets and personal data of a transcript, with their places. */
export function useSensitive({ id, sha256 }: TranscriptRow): Query<readonly SensitiveFinding[]> {
  const host = useHost();
  // What was seen is of one version of the file.
  const key = `${IMPORT_KEYS.file(id)}sensitive/${sha256}`;
  return useQuery(key, (signal) => host.call("library.sensitive", { transcript: id }, { signal }));
}

/** The transcripts whose files are known by their path, and which of them are followed. */
export function useFollowable(): Query<readonly FollowableRow[]> {
  const host = useHost();
  return useQuery(IMPORT_KEYS.followable, (signal) => host.call("library.followable", {}, { signal }));
}

/** What the vendor's own context management took out, beside what a run did. */
export function useTruth(run: string | undefined): Query<GroundTruth> {
  const host = useHost();
  const key = run === undefined ? undefined : `run/${run}/truth`;
  return useQuery(key, (signal) => host.call("run.truth", { run: run! }, { signal }));
}

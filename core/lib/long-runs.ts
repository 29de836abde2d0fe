import { indexAtUnits } from "./utf8.ts";

/** The classes of characters that every common tokenizer keeps together: letters, signs, white space. */
const CLASSES: readonly { readonly from: RegExp; readonly before: RegExp }[] = [
  { from: /[\p{L}\p{M}]+/uy, before: /[\p{L}\p{M}]+$/u },
  { from: /[^\s\p{L}\p{N}]+/uy, before: /[^\s\p{L}\p{N}]+$/u },
  { from: /\s+/uy, before: /\s+$/u },
];

/** A run from where it begins to where it ends, in UTF-16 units. */
interface Run {
  readonly from: number;
  readonly to: number;
}

/** The run at an index when at least `least` units of it follow. Looks back at most as far as `since`. */
function runAt(text: string, at: number, least: number, since: number): Run | undefined {
  for (const { from, before } of CLASSES) {
    from.lastIndex = at;
    const [ahead] = from.exec(text) ?? [];
    if (ahead === undefined || ahead.length < least) continue;
    const behind = before.exec(text.slice(since, at))?.[0] ?? "";
    return { from: at - behind.length, to: from.lastIndex };
  }
  return undefined;
}

/** Runs longer than `most`. A run that long holds a multiple of `most / 2` with as much of it still to come. */
function longRuns(text: string, most: number): Run[] {
  const runs: Run[] = [];
  const stride = Math.ceil(most / 2);
  for (let at = 0, since = 0; at < text.length;) {
    const run = runAt(text, at, stride, Math.max(since, at - stride));
    if (run && run.to - run.from > most) runs.push(run);
    since = run ? run.to : at;
    at = run ? Math.max(at + stride, Math.ceil(run.to / stride) * stride) : at + stride;
  }
  return runs;
}

/**
 * A text in pieces that joined are the text: unbroken runs of letters, of signs or of white space that are longer
 * than `most` UTF-16 units are cut into pieces of at most that. Everything else stays together, so that most texts
 * are one piece. No piece begins inside a surrogate pair.
 */
export function cutLongRuns(text: string, most: number): string[] {
  if (text.length <= most) return [text];
  const pieces: string[] = [];
  let done = 0;
  for (const { from, to } of longRuns(text, most)) {
    if (from > done) pieces.push(text.slice(done, from));
    done = from;
    while (done < to) {
      const end = Math.min(to, indexAtUnits(text, done + most));
      pieces.push(text.slice(done, end));
      done = end;
    }
  }
  if (done < text.length) pieces.push(text.slice(done));
  return pieces;
}

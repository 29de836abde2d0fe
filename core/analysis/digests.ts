import type { Run } from "../engine/run.ts";
import { canonicalJson } from "../lib/canonical-json.ts";
import { BranchingSha256 } from "../lib/sha256.ts";
import type { Message } from "../model/message.ts";
import {
  type RequestView,
  offersReader,
  sameHoles,
  sentRanges,
  toolsOf,
  unitAt,
} from "../policies/request-view.ts";

/** The hash of the messages of a view so far, to go on from when the next view begins the same. */
interface Progress {
  readonly view: RequestView;
  readonly hash: BranchingSha256;
  readonly messages: number;
}

function continues(progress: Progress, view: RequestView): boolean {
  const { summary, lifted, from, to, sent, cleared, holes } = progress.view;
  return (
    summary === view.summary &&
    lifted?.message === view.lifted?.message &&
    from === view.from &&
    to <= view.to &&
    cleared?.key === view.cleared?.key &&
    sameHoles(holes, view.holes) &&
    sent.sharesItems(view.sent)
  );
}

function feedMessage(hash: BranchingSha256, message: Message, at: number): void {
  hash.feed((at > 0 ? "," : "") + canonicalJson(message));
}

function begin(view: RequestView): Progress {
  const hash = new BranchingSha256().feed('{"messages":[');
  const before = [view.summary, view.lifted].filter((sized) => sized !== undefined);
  before.forEach(({ message }, at) => feedMessage(hash, message, at));
  return { view: { ...view, to: view.from }, hash, messages: before.length };
}

function extend(progress: Progress, view: RequestView): Progress {
  let { messages } = progress;
  for (const range of sentRanges(view))
    for (let i = Math.max(range.from, progress.view.to); i < range.to; i++)
      for (const message of unitAt(view, i)) feedMessage(progress.hash, message, messages++);
  return { view, hash: progress.hash, messages };
}

/**
 * SHA-256 of each step's request in canonical form (keys sorted, no spaces), as `request --json` prints it. Keys sort
 * as messages, system, tools, so a common beginning is hashed once.
 */
export function requestDigests(run: Run): string[] {
  let progress: Progress | undefined;
  const tails = new Map<string, string>();
  return Array.from(run.records(), ({ view }) => {
    progress = extend(progress && continues(progress, view) ? progress : begin(view), view);
    const key = `${offersReader(view)} ${JSON.stringify(view.system)}`;
    const tail =
      tails.get(key) ?? `],"system":${JSON.stringify(view.system)},"tools":${canonicalJson(toolsOf(view))}}`;
    tails.set(key, tail);
    return progress.hash.branch().feed(tail).hex();
  });
}

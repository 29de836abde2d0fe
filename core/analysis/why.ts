import { type Run, type StepRecord, stepOf } from "../engine/run.ts";
import { briefEvent } from "../ledger/brief.ts";
import { sentenceOf } from "../ledger/sentences.ts";
import type { LedgerEvent } from "../model/event.ts";
import type { MessageAddress, WhyCard } from "../model/run-view.ts";
import { isPruned } from "../policies/request-view.ts";
import { dispositionAt, eventsAbout, eventsBefore } from "./layout.ts";
import { indexOf } from "./run-index.ts";
import { sentSize } from "./sent-size.ts";

/** The fire that first covered a message, among those before the request of a step went out. */
function covering(run: Run, index: number, asked: number): LedgerEvent[] {
  const fire = indexOf(run).fires.find((event) => event.seq <= asked && (event.detail?.covered ?? 0) > index);
  return fire ? [fire] : [];
}

function card(disposition: WhyCard["disposition"], events: readonly LedgerEvent[]): Omit<WhyCard, "sent"> {
  const ordered = events.toSorted((a, b) => a.seq - b.seq);
  return { disposition, events: ordered, sentences: ordered.map(sentenceOf) };
}

/** Events of the summarize policy up to a request: what it did in earlier steps, and all that it did in this one. */
function summaryEvents(
  run: Run,
  { from, asked }: { readonly from: number; readonly asked: number },
): LedgerEvent[] {
  const ours = (event: LedgerEvent): boolean => event.policy === "summarize";
  const idle = (event: LedgerEvent): boolean =>
    event.action === "passed" || event.action === "summary-applied";
  const before = run.happenings.filter((event) => event.seq <= from && ours(event) && !idle(event));
  return [...before, ...run.eventsIn(from, asked).filter(ours)];
}

/** What looked at a whole request, or acted on it: about no message in particular. */
function requestEvents(run: Run, { from, asked }: StepRecord["events"]): NonNullable<WhyCard["request"]> {
  const events = run.eventsIn(from, asked).filter(({ subject }) => subject.message === undefined);
  return { events: events.map(briefEvent), sentences: events.map(sentenceOf) };
}

function reasons(run: Run, step: number, at: MessageAddress): Omit<WhyCard, "sent"> {
  const { events, view } = stepOf(run, step);
  if ("special" in at) return card("kept", at.special === "summary" ? summaryEvents(run, events) : []);
  if ("inserted" in at) {
    const lead = at.inserted.slice(0, Math.max(0, at.inserted.lastIndexOf(":no-result:")));
    return card(
      "repaired",
      eventsBefore(run, lead, step).filter((event) => event.detail?.reason === "no-result"),
    );
  }
  const id = run.recording.thread.messages[at.index]?.id;
  if (id === undefined) throw new RangeError(`no message ${at.index}`);
  const own = at.index < view.to ? eventsBefore(run, id, step) : eventsAbout(run, id);
  const covered = isPruned(view, at.index)
    ? run.eventsIn(events.from, events.asked).filter((event) => event.action === "pruned")
    : at.index < view.from
      ? covering(run, at.index, events.asked)
      : [];
  const told = [...own, ...covered.filter((event) => !own.includes(event))];
  if (at.index >= view.to) return card("kept", told);
  return { ...card(dispositionAt(run, step, at.index), told), request: requestEvents(run, events) };
}

/** Why a message stands in the request of a step as it does: every event about it so far, oldest first. */
export function why(run: Run, step: number, at: MessageAddress): WhyCard {
  return { ...reasons(run, step, at), sent: sentSize(run, step, at) };
}

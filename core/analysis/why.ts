import { type Run, stepOf } from "../engine/run.ts";
import { sentenceOf } from "../ledger/sentences.ts";
import type { LedgerEvent } from "../model/event.ts";
import type { MessageAddress, WhyCard } from "../model/run-view.ts";
import { dispositionAt, eventsBefore } from "./layout.ts";
import { indexOf } from "./run-index.ts";

/** The fire that first covered a message, among those before the request of a step went out. */
function covering(run: Run, index: number, asked: number): LedgerEvent[] {
  const fire = indexOf(run).fires.find((event) => event.seq <= asked && (event.detail?.covered ?? 0) > index);
  return fire ? [fire] : [];
}

function card(disposition: WhyCard["disposition"], events: readonly LedgerEvent[]): WhyCard {
  const ordered = events.toSorted((a, b) => a.seq - b.seq);
  return { disposition, events: ordered, sentences: ordered.map(sentenceOf) };
}

/** Events of the summarize policy up to a request; steps that it only looked at are left out but the newest. */
function summaryEvents(run: Run, asked: number): LedgerEvent[] {
  const own = run.events.slice(0, asked).filter((event) => event.policy === "summarize");
  const last = own.findLast((event) => event.action === "passed");
  return own.filter((event) => (event.action !== "passed" && event.action !== "summary-applied") || event === last);
}

/** Why a message stands in the request of a step as it does: every event about it so far, oldest first. */
export function why(run: Run, step: number, at: MessageAddress): WhyCard {
  const { events, view } = stepOf(run, step);
  if ("special" in at) return card("kept", at.special === "summary" ? summaryEvents(run, events.asked) : []);
  if ("inserted" in at) {
    const lead = at.inserted.slice(0, Math.max(0, at.inserted.lastIndexOf(":no-result:")));
    return card("repaired", eventsBefore(run, lead, step).filter((event) => event.detail?.reason === "no-result"));
  }
  const id = run.recording.thread.messages[at.index]?.id;
  if (id === undefined) throw new RangeError(`no message ${at.index}`);
  const own = at.index < view.to ? eventsBefore(run, id, step) : (indexOf(run).byMessage.get(id) ?? []);
  const covered = at.index < view.from ? covering(run, at.index, events.asked) : [];
  return card(at.index < view.to ? dispositionAt(run, step, at.index) : "kept", [...own, ...covered.filter((event) => !own.includes(event))]);
}

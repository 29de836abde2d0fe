import { type Run, type StepRecord, stepOf } from "../engine/run.ts";
import { briefEvent } from "../ledger/brief.ts";
import { decisiveEvent } from "../ledger/decisive.ts";
import type { LedgerEvent, LineRange } from "../model/event.ts";
import type { AskedPlace, AskedSpan, AskedStore, AskedSummary, AskedWindow } from "../model/run-answers.ts";
import type { SentUnit } from "../model/recording.ts";
import { type RequestView, isPruned, toolsOf, unitAt } from "../policies/request-view.ts";
import { fileCalls } from "./asked-file.ts";
import { dispositionAt } from "./layout.ts";
import { type Needle, countIn, countInMessage, needleOf } from "./needle.ts";
import { acts, indexOf } from "./run-index.ts";
import { storedTexts } from "./stored-texts.ts";
import { why } from "./why.ts";

/** No more places than these are followed through the steps; all are counted. */
const MOST_PLACES = 40;

/** Whether units hold a needle, each asked once. */
class Holding {
  private readonly known = new WeakMap<SentUnit, boolean>();
  readonly needle: Needle;

  constructor(needle: Needle) {
    this.needle = needle;
  }

  in(unit: SentUnit): boolean {
    let holds = this.known.get(unit);
    if (holds === undefined) {
      holds = unit.some((message) => countInMessage(message, this.needle) > 0);
      this.known.set(unit, holds);
    }
    return holds;
  }
}

const NOTHING: SentUnit = [];

/** What a view sends in the place of a stored message: nothing when it leaves it out. */
function unitSent(view: RequestView, index: number): SentUnit {
  if (view.lifted?.index === index) return unitOf(view.lifted.message);
  return index < view.from || isPruned(view, index) ? NOTHING : unitAt(view, index);
}

/** Stored messages that hold the text as recorded, or in the form in which they are sent. */
function placesOf(run: Run, holding: Holding): Map<number, number> {
  const counts = new Map<number, number>();
  run.recording.thread.messages.forEach((message, index) => {
    const count = countInMessage(message, holding.needle);
    if (count > 0) counts.set(index, count);
  });
  for (const index of indexOf(run).acted)
    if (!counts.has(index) && index < run.sent.length && holding.in(run.sent.at(index))) counts.set(index, 0);
  return counts;
}

/** One stored message that is followed from step to step: a new stretch begins when what is sent of it changes. */
class Followed {
  readonly index: number;
  private readonly events: readonly LedgerEvent[];
  private heard = 0;
  private last: SentUnit | undefined;
  readonly starts: { readonly from: number; to: number; readonly holds: boolean }[] = [];

  constructor(run: Run, index: number) {
    this.index = index;
    const id = run.recording.thread.messages[index]?.id ?? "";
    this.events = (indexOf(run).byMessage.get(id) ?? []).filter(acts);
  }

  step({ step, view, events: { asked } }: StepRecord, holding: Holding): void {
    if (this.index >= view.to) return;
    const before = this.heard;
    while ((this.events[this.heard]?.seq ?? Infinity) <= asked) this.heard++;
    const unit = unitSent(view, this.index);
    const open = this.starts.at(-1);
    if (open && unit === this.last && this.heard === before) open.to = step;
    else this.starts.push({ from: step, to: step, holds: holding.in(unit) });
    this.last = unit;
  }

  spans(run: Run): AskedSpan[] {
    return joined(this.starts.map((span) => toldSpan(run, span, this.index)));
  }
}

function toldSpan(run: Run, { from, to, holds }: Followed["starts"][number], index: number): AskedSpan {
  const disposition = dispositionAt(run, from, index);
  const card = why(run, from, { index });
  const at = disposition === "kept" ? -1 : decisiveEvent(card.events);
  const event = card.events[at];
  const because = event ? { because: briefEvent(event), sentence: card.sentences[at] ?? "" } : {};
  return { from, to, disposition, holds, ...because };
}

/** Neighbouring stretches that tell the same are one. */
function joined(spans: readonly AskedSpan[]): AskedSpan[] {
  const out: AskedSpan[] = [];
  for (const span of spans) {
    const last = out.at(-1);
    const same =
      last?.disposition === span.disposition &&
      last.holds === span.holds &&
      last.because?.seq === span.because?.seq;
    if (last && same) out[out.length - 1] = { ...last, to: span.to };
    else out.push(span);
  }
  return out;
}

/** The steps, as stretches, for which something holds. */
class Stretches {
  readonly all: { readonly from: number; to: number }[] = [];

  add(step: number): void {
    const last = this.all.at(-1);
    if (last?.to === step - 1) last.to = step;
    else this.all.push({ from: step, to: step });
  }
}

/** Whether a request holds the text anywhere. Looks at the newest places first: they are the ones that are sent. */
function isVisible(view: RequestView, places: readonly number[], holding: Holding): boolean {
  if (view.summary && holding.in(unitOf(view.summary.message))) return true;
  if (view.lifted && holding.in(unitOf(view.lifted.message))) return true;
  for (let at = places.length - 1; at >= 0; at--) {
    const index = places[at] as number;
    if (index >= view.to) continue;
    if (index < view.from) return false;
    if (holding.in(unitSent(view, index))) return true;
  }
  return false;
}

const units = new WeakMap<object, SentUnit>();

/** A message as a unit, the same for the same message. */
function unitOf(message: SentUnit[number]): SentUnit {
  const unit = units.get(message) ?? [message];
  units.set(message, unit);
  return unit;
}

/** Each summary that a request had, with the steps that it was sent in. */
class Summaries {
  private readonly found: { readonly text: object; readonly told: AskedSummary }[] = [];

  step({ step, view: { summary, from } }: StepRecord, holding: Holding): void {
    if (!summary) return;
    const last = this.found.at(-1);
    if (last?.text === summary.message) {
      this.found[this.found.length - 1] = { ...last, told: { ...last.told, to: step } };
      return;
    }
    const told = { from: step, to: step, covered: from, holds: holding.in(unitOf(summary.message)) };
    this.found.push({ text: summary.message, told });
  }

  all(): AskedSummary[] {
    return this.found.map(({ told }) => told);
  }
}

/** Whether system prompt and tools hold the text; each prompt and each list of tools is asked once. */
class Fixed {
  private readonly systems = new Map<string, boolean>();
  private readonly tools = new WeakMap<object, boolean>();
  private readonly needle: Needle;

  constructor(needle: Needle) {
    this.needle = needle;
  }

  private holds(value: string): boolean {
    return this.needle.text !== "" && countIn(value, this.needle) > 0;
  }

  inSystem({ system }: RequestView): boolean {
    const known = this.systems.get(system ?? "") ?? this.holds(system ?? "");
    this.systems.set(system ?? "", known);
    return known;
  }

  inTools(view: RequestView): boolean {
    const tools = toolsOf(view);
    const known = this.tools.get(tools) ?? this.holds(JSON.stringify(tools));
    this.tools.set(tools, known);
    return known;
  }
}

/** What of the stores could be read back at the step and holds the text. */
function storesWith(run: Run, step: number, needle: Needle): AskedStore[] {
  return storedTexts(run, step)
    .filter(({ text: kept }) => needle.text !== "" && kept.includes(needle.text))
    .map(({ path, text: kept }) => ({
      path,
      line: kept.slice(0, kept.indexOf(needle.text)).split("\n").length,
    }));
}

/** What of an answer is the same whatever step it is asked at. */
type Followable = Pick<AskedWindow, "text" | "total" | "visible" | "places" | "summaries" | "file">;

const followed = new WeakMap<Run, Followable>();

/** Follows a text through all steps; the last text that was asked for is remembered, so that steps can be walked. */
function follow(run: Run, asked: string, holding: Holding, fixed: Fixed): Followable {
  const known = followed.get(run);
  if (known?.text === asked) return known;
  const counts = placesOf(run, holding);
  const places = [...counts.keys()].toSorted((a, b) => a - b);
  const ways = places.slice(0, MOST_PLACES).map((index) => new Followed(run, index));
  const calls = fileCalls(run, asked);
  const contents = calls.slice(-MOST_PLACES).map((call) => ({ call, way: new Followed(run, call.index) }));
  const visible = new Stretches();
  const summaries = new Summaries();
  for (const record of run.records()) {
    for (const one of ways) one.step(record, holding);
    for (const { way } of contents) way.step(record, holding);
    summaries.step(record, holding);
    const always = fixed.inSystem(record.view) || fixed.inTools(record.view);
    if (always || isVisible(record.view, places, holding)) visible.add(record.step);
  }
  const answer: Followable = {
    text: asked,
    total: places.length,
    visible: visible.all satisfies readonly LineRange[],
    places: ways.map((one): AskedPlace => {
      const { index } = one;
      return { index, count: counts.get(index) ?? 0, spans: one.spans(run) };
    }),
    summaries: summaries.all(),
    file:
      calls.length === 0
        ? null
        : {
            total: calls.length,
            calls: contents.map(({ call, way }) => ({ ...call, spans: way.spans(run) })),
          },
  };
  followed.set(run, answer);
  return answer;
}

/**
 * When a text was in the window: for each message that holds it, since which step, in which form, and by which rule it
 * left; which summaries still say it; which stores still have it at `step`. Case as given. A text inside of JSON is
 * found as well. Throws RangeError for a step that there is not.
 */
export function askWindow(run: Run, step: number, asked: string): AskedWindow {
  const holding = new Holding(needleOf(asked));
  const { view } = stepOf(run, step);
  const fixed = new Fixed(holding.needle);
  return {
    ...follow(run, asked, holding, fixed),
    step,
    system: fixed.inSystem(view),
    tools: fixed.inTools(view),
    stores: asked === "" ? [] : storesWith(run, step, holding.needle),
  };
}

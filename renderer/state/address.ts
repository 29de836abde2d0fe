import type { MessageAddress } from "../../core/contract/run-view.ts";
import { CATEGORIES, type Category } from "../../core/contract/run-view.ts";
import { type AddressedDraft, parseDraft, setDraft } from "./addressed-draft.ts";
import { fits, LONGEST_TEXT, MOST_NAMED, typedText, wholeNumber } from "./addressed-names.ts";
import { parseLooks, setLooks } from "./addressed-looks.ts";
import { parseReading, setReading } from "./addressed-reading.ts";
import { parseRows, setRows } from "./addressed-rows.ts";
import { FIND_SCOPES, type FindScope } from "./find.ts";
import { NO_FOLDING, type TurnFolding } from "./folding.ts";
import type { Looks } from "./looks.ts";
import type { Reading } from "./reading.ts";
import { ALL_LANES, type LaneChoice } from "./lanes.ts";
import {
  INSPECTOR_TABS,
  type InspectorTab,
  TIMELINE_LINES,
  type TimelineLine,
  TIMELINE_MODES,
  TIMELINE_VIEWS,
  type TimelineMode,
  type TimelineView,
} from "./layout.ts";
import { type Selection, type StepSpan, UNCHOSEN } from "./selection.ts";

/**
 * How the window looks at its selection: what of the layout is in its address. Whoever tells the timeline's view tells
 * what it hides, too: nothing where nothing is named.
 */
export interface AddressedView {
  readonly timelineView: TimelineView;
  readonly timelineMode: TimelineMode;
  readonly inspectorTab: InspectorTab;
  readonly hiddenCategories: readonly Category[];
  readonly hiddenLines: readonly TimelineLine[];
}

/** What the window was asked, each as it was typed; empty where it was not. */
export interface AddressedQuestions {
  readonly query: string;
  readonly scope: FindScope;
  readonly asked: string;
}

/** No question. */
export const NO_QUESTIONS: AddressedQuestions = { query: "", scope: "run", asked: "" };

/**
 * What is in the window's address: all of a selection, and how it is looked at where that is told. `lanes` of undefined
 * leaves them as they are, `draft` of undefined the profile. The draft has a way back of its own, which the browser's
 * must not cross: who reads an address takes it over when the address is opened, not on the way back.
 *
 * Not in it: what the layout remembers of one's own screen, what lies over the window, what is under the pointer or being
 * typed, where lists other than the columns are scrolled to, and what the code editor folds by itself. Of too much that is
 * opened a part is told, or nothing.
 */
export type Addressed = Pick<
  Selection,
  | "transcript"
  | "thread"
  | "step"
  | "message"
  | "side"
  | "pinned"
  | "against"
  | "zoom"
  | "turns"
  | "coverFolded"
  | "openRows"
  | "atEnd"
  | "top"
> & {
  readonly view?: Partial<AddressedView>;
  readonly lanes?: LaneChoice | undefined;
  readonly questions?: AddressedQuestions;
  readonly looks?: Looks;
  readonly reading?: Reading;
  readonly draft?: AddressedDraft | undefined;
};

/** The hash of an address: `#t=3&thread=main&step=12&m=i45&tab=diff`. Empty when nothing is open. */
export function formatAddress(selection: Addressed): string {
  const { transcript, thread, step, message, side, pinned, against, zoom, view, lanes } = selection;
  const { query, scope, asked } = selection.questions ?? NO_QUESTIONS;
  if (transcript === undefined) return "";
  const fields = new URLSearchParams({ t: String(transcript) });
  const set = (name: string, value: string | number | undefined) =>
    value === undefined || fields.set(name, String(value));
  set("thread", thread);
  set("step", step === UNCHOSEN ? undefined : step);
  if (message) set("m", formatMessage(message));
  if (message && side === "sent") set("side", side);
  set("pin", pinned);
  set("against", against);
  if (zoom) set("zoom", `${zoom.from}-${zoom.to}`);
  set("turns", formatTurns(selection.turns));
  if (selection.coverFolded) set("cover", "folded");
  setRows(fields, selection.openRows);
  if (selection.atEnd) set("end", "stays");
  if (selection.top) set("top", formatMessage(selection.top));
  set("view", view?.timelineView);
  set("hide", formatHidden(view));
  setLanes(fields, lanes, view?.timelineView !== undefined);
  set("stack", view?.timelineMode);
  set("tab", view?.inspectorTab);
  set("find", typedText(query));
  set("in", scope === "run" ? undefined : scope);
  set("ask", typedText(asked));
  if (selection.looks) setLooks(fields, selection.looks);
  if (selection.reading) setReading(fields, selection.reading);
  if (selection.draft) setDraft(fields, selection.draft);
  return `#${fields.toString()}`;
}

/** A hash without what no stop of the page's history is made for: the draft, and what the columns are scrolled to. */
export function stopOf(hash: string): string {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  for (const name of ["profile", "draft", "top"]) fields.delete(name);
  return `#${fields.toString()}`;
}

/** Reads a hash; whatever in it makes no sense is left out. Undefined when it names no transcript. */
export function parseAddress(hash: string): Addressed | undefined {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const transcript = wholeNumber(fields.get("t"), 0);
  if (transcript === undefined) return undefined;
  return {
    transcript,
    thread: fields.get("thread") ?? undefined,
    step: wholeNumber(fields.get("step"), 1) ?? UNCHOSEN,
    message: parseMessage(fields.get("m")),
    side: fields.get("side") === "sent" ? "sent" : "raw",
    pinned: wholeNumber(fields.get("pin"), 1),
    against: fields.get("against") ?? undefined,
    zoom: parseZoom(fields.get("zoom")),
    turns: parseTurns(fields.get("turns")),
    coverFolded: fields.get("cover") === "folded",
    openRows: parseRows(fields),
    atEnd: fields.get("end") === "stays",
    top: parseMessage(fields.get("top")),
    view: parseView(fields),
    lanes: parseLanes(fields),
    questions: {
      query: typedText(fields.get("find")) ?? "",
      scope: FIND_SCOPES.find((one) => one === fields.get("in")) ?? "run",
      asked: typedText(fields.get("ask")) ?? "",
    },
    looks: parseLooks(fields),
    reading: parseReading(fields),
    draft: parseDraft(fields),
  };
}

function parseView(fields: URLSearchParams): Partial<AddressedView> {
  const timelineView = TIMELINE_VIEWS.find((one) => one === fields.get("view"));
  const inspectorTab = INSPECTOR_TABS.find((one) => one === fields.get("tab"));
  const timelineMode = TIMELINE_MODES.find((one) => one === fields.get("stack"));
  return {
    ...(timelineView ? { timelineView } : {}),
    ...(timelineMode ? { timelineMode } : {}),
    ...(inspectorTab ? { inspectorTab } : {}),
    ...parseHidden(fields.get("hide") ?? (timelineView ? "" : null)),
  };
}

/** `tools.raw`: what is hidden of the stack and of the lines; undefined where that is not told, or told by the view. */
function formatHidden(view: Partial<AddressedView> | undefined): string | undefined {
  const { timelineView, hiddenCategories, hiddenLines } = view ?? {};
  // In an order of its own: whoever hides the same in another order looks at the same.
  const hidden = [
    ...CATEGORIES.filter((one) => hiddenCategories?.includes(one)),
    ...TIMELINE_LINES.filter((one) => hiddenLines?.includes(one)),
  ];
  const told = hiddenCategories !== undefined || hiddenLines !== undefined;
  return hidden.length > 0 || (told && timelineView === undefined) ? hidden.join(".") : undefined;
}

function parseHidden(text: string | null): Partial<AddressedView> {
  if (text === null || text.length > LONGEST_TEXT) return {};
  const told = new Set(text.split("."));
  return {
    hiddenCategories: CATEGORIES.filter((one) => told.has(one)),
    hiddenLines: TIMELINE_LINES.filter((one) => told.has(one)),
  };
}

/** `folded.3.7`: all turns but the third and the seventh; undefined where none is folded. */
function formatTurns({ folded, open }: TurnFolding): string | undefined {
  return folded
    ? ["folded", ...[...open].toSorted((a, b) => a - b).slice(0, MOST_NAMED)].join(".")
    : undefined;
}

function parseTurns(text: string | null): TurnFolding {
  const [first, ...turns] = (text ?? "").split(".", MOST_NAMED + 1);
  if (first !== "folded") return NO_FOLDING;
  return { folded: true, open: new Set(turns.flatMap((one) => wholeNumber(one, 0) ?? [])) };
}

/** `all`, `none`, each but those that are named; `some` where there is too much to be told. */
function setLanes(fields: URLSearchParams, lanes: LaneChoice | undefined, viewed: boolean): void {
  if (lanes === undefined || !fits([...lanes.but])) {
    if (viewed) fields.set("lanes", "some");
    return;
  }
  if (!viewed || !lanes.all || lanes.but.size > 0) fields.set("lanes", lanes.all ? "all" : "none");
  for (const one of lanes.but) fields.append("but", one);
}

function parseLanes(fields: URLSearchParams): LaneChoice | undefined {
  const told = fields.get("lanes");
  const but = fields.getAll("but");
  if (told === null) return TIMELINE_VIEWS.some((one) => one === fields.get("view")) ? ALL_LANES : undefined;
  if ((told !== "all" && told !== "none") || !fits(but)) return undefined;
  return { all: told === "all", but: new Set(but) };
}

function parseZoom(text: string | null): StepSpan | undefined {
  const [from, to] = (text ?? "").split("-").map((part) => wholeNumber(part, 1));
  return from !== undefined && to !== undefined && from < to ? { from, to } : undefined;
}

function formatMessage(at: MessageAddress): string {
  if ("index" in at) return `i${at.index}`;
  return "special" in at ? `s${at.special}` : `n${at.inserted}`;
}

function parseMessage(text: string | null): MessageAddress | undefined {
  if (!text) return undefined;
  const rest = text.slice(1);
  if (text.startsWith("n")) return { inserted: rest };
  if (text.startsWith("s")) {
    return rest === "system" || rest === "tools" || rest === "summary" ? { special: rest } : undefined;
  }
  const index = text.startsWith("i") ? wholeNumber(rest, 0) : undefined;
  return index === undefined ? undefined : { index };
}

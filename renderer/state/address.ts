import type { MessageAddress } from "../../core/contract/run-view.ts";
import { FIND_SCOPES, type FindScope } from "./find.ts";
import {
  INSPECTOR_TABS,
  type InspectorTab,
  TIMELINE_MODES,
  TIMELINE_VIEWS,
  type TimelineMode,
  type TimelineView,
} from "./layout.ts";
import { type Selection, type StepSpan, UNCHOSEN } from "./selection.ts";

/** How the window looks at its selection: what of the layout is in its address. */
export interface AddressedView {
  readonly timelineView: TimelineView;
  readonly timelineMode: TimelineMode;
  readonly inspectorTab: InspectorTab;
}

/** What the window was asked, each as it was typed; empty where it was not. */
export interface AddressedQuestions {
  readonly query: string;
  readonly scope: FindScope;
  readonly asked: string;
}

/** No question. */
export const NO_QUESTIONS: AddressedQuestions = { query: "", scope: "run", asked: "" };
/** Of a longer question an address holds none, in UTF-16 units. */
const LONGEST_QUESTION = 1000;

/** What is in the window's address: all of a selection, and how it is looked at where that is told. */
export type Addressed = Pick<
  Selection,
  "transcript" | "thread" | "step" | "message" | "side" | "pinned" | "against" | "zoom"
> & { readonly view?: Partial<AddressedView>; readonly questions?: AddressedQuestions };

/** The hash of an address: `#t=3&thread=main&step=12&m=i45&tab=diff`. Empty when nothing is open. */
export function formatAddress(selection: Addressed): string {
  const { transcript, thread, step, message, side, pinned, against, zoom, view } = selection;
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
  set("view", view?.timelineView);
  set("stack", view?.timelineMode);
  set("tab", view?.inspectorTab);
  set("find", question(query));
  set("in", scope === "run" ? undefined : scope);
  set("ask", question(asked));
  return `#${fields.toString()}`;
}

/** Reads a hash; whatever in it makes no sense is left out. Undefined when it names no transcript. */
export function parseAddress(hash: string): Addressed | undefined {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const transcript = whole(fields.get("t"), 0);
  if (transcript === undefined) return undefined;
  return {
    transcript,
    thread: fields.get("thread") ?? undefined,
    step: whole(fields.get("step"), 1) ?? UNCHOSEN,
    message: parseMessage(fields.get("m")),
    side: fields.get("side") === "sent" ? "sent" : "raw",
    pinned: whole(fields.get("pin"), 1),
    against: fields.get("against") ?? undefined,
    zoom: parseZoom(fields.get("zoom")),
    view: parseView(fields),
    questions: {
      query: question(fields.get("find")) ?? "",
      scope: FIND_SCOPES.find((one) => one === fields.get("in")) ?? "run",
      asked: question(fields.get("ask")) ?? "",
    },
  };
}

function question(text: string | null): string | undefined {
  return text === null || text === "" || text.length > LONGEST_QUESTION ? undefined : text;
}

function parseView(fields: URLSearchParams): Partial<AddressedView> {
  const timelineView = TIMELINE_VIEWS.find((one) => one === fields.get("view"));
  const inspectorTab = INSPECTOR_TABS.find((one) => one === fields.get("tab"));
  const timelineMode = TIMELINE_MODES.find((one) => one === fields.get("stack"));
  return {
    ...(timelineView ? { timelineView } : {}),
    ...(timelineMode ? { timelineMode } : {}),
    ...(inspectorTab ? { inspectorTab } : {}),
  };
}

function parseZoom(text: string | null): StepSpan | undefined {
  const [from, to] = (text ?? "").split("-").map((part) => whole(part, 1));
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
  const index = text.startsWith("i") ? whole(rest, 0) : undefined;
  return index === undefined ? undefined : { index };
}

function whole(text: string | null, from: number): number | undefined {
  if (text === null || !/^\d{1,15}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= from ? value : undefined;
}

import { type FileRecord, type Run, type StepRecord, stepOf } from "../engine/run.ts";
import { utf8Length } from "../lib/utf8.ts";
import type { LedgerEvent } from "../model/event.ts";
import type { StoreName } from "../policies/middleware.ts";
import { offloadEntries } from "../policies/offload.ts";
import { windowBound } from "../policies/paging.ts";
import {
  type ReadAnswer,
  type ReadBound,
  type ReadStart,
  type TextWindow,
  parseStart,
  readError,
  readWindow,
  searchWindow,
  windowAt,
} from "../policies/read-window.ts";

/** How something is read: lines, a start, or a search. Offset from 1. */
export interface ReadAsked {
  readonly offset?: number;
  readonly limit?: number;
  readonly start?: string;
  readonly search?: string;
}

/** A stored text that a path or an identity names. */
interface Found {
  readonly text: string;
  readonly bound: ReadBound;
}

/** No limit of lines was asked for. */
const EVERY_LINE = Number.MAX_SAFE_INTEGER;
/** Bound of readers of files where no policy sets another (policies, section 0). */
const FILE_BOUND = 65_536;

function offloadBound(run: Run): ReadBound {
  const offload = run.profile.policies.find((policy) => policy.kind === "offload");
  return offload
    ? { unit: "units", value: offload.thresholdTokens * 4, of: "whole" }
    : { unit: "bytes", value: FILE_BOUND, of: "whole" };
}

function spillBound(run: Run): ReadBound {
  const spill = run.profile.policies.find((policy) => policy.kind === "spill");
  return { unit: "bytes", value: spill?.spillBytes || FILE_BOUND, of: "whole" };
}

function names(target: string, path: string | undefined, identity: string | undefined): boolean {
  return target === path || target === identity;
}

function pageBound(run: Run): ReadBound {
  const paging = run.profile.policies.find((policy) => policy.kind === "paging");
  return paging ? windowBound(paging) : { unit: "bytes", value: FILE_BOUND, of: "whole" };
}

function boundOf(run: Run, store: StoreName): ReadBound {
  if (store === "page") return pageBound(run);
  return store === "spill" ? spillBound(run) : { unit: "bytes", value: FILE_BOUND, of: "whole" };
}

/** The newest file that a path or an identity names. An identity means its page first: pages have no other address. */
function fileNamed(run: Run, step: number, target: string): FileRecord | undefined {
  // Media are named by their path alone: a call's identity means its text.
  const named = run.files.filter(
    ({ path, file, from }) =>
      from <= step && names(target, path, file.mediaType === undefined ? file.identity : undefined),
  );
  return named.findLast(({ store }) => store === "page") ?? named.at(-1);
}

function find(run: Run, record: StepRecord, target: string): Found | undefined {
  const file = fileNamed(run, record.step, target);
  const entry = offloadEntries(record.state).findLast(({ path, identity }) => names(target, path, identity));
  if (entry && file?.store !== "page") return { text: entry.text, bound: offloadBound(run) };
  return file ? { text: file.file.text, bound: boundOf(run, file.store) } : undefined;
}

/** Why a path that was stored once is not there at this step. */
function goneBecause(run: Run, record: StepRecord, target: string): string | undefined {
  const about = (event: LedgerEvent): boolean =>
    event.seq <= record.events.asked && names(target, event.subject.path, event.subject.identity);
  const last = run.happenings.findLast(
    (event) => event.policy === "offload" && event.action !== "passed" && about(event),
  );
  if (!last) return startHad(run, target) ? "restored" : undefined;
  if (last.action === "evicted") return "evicted to make room for newer results";
  if (last.action === "dropped")
    return last.detail?.stored === "none" ? undefined : "evicted because a summary covers it";
  return "evicted: it was restored to what it was before a blocked turn";
}

function startHad(run: Run, target: string): boolean {
  return (run.recording.thread.state?.offload ?? []).some(({ path, identity }) =>
    names(target, path, identity),
  );
}

function missing(run: Run, record: StepRecord, target: string): ReadAnswer {
  const gone = goneBecause(run, record, target);
  if (gone !== undefined) return readError(`The stored result ${target} is no longer there: ${gone}.`);
  return readError(`There is no stored result ${target}.`);
}

/** Where an asked-for piece starts; undefined for a start that is none. */
function startOf(asked: ReadAsked): ReadStart | undefined {
  const start = asked.start === undefined ? { line: asked.offset ?? 1, byte: 0 } : parseStart(asked.start);
  return start && start.line >= 1 ? start : undefined;
}

function read({ text, bound }: Found, asked: ReadAsked): ReadAnswer {
  const start = startOf(asked);
  if (!start) return readError("A start is LINE or LINE:BYTE, a line from 1.");
  if (asked.search !== undefined) return searchWindow(text, asked.search, start, bound);
  return readWindow(text, start, asked.limit ?? EVERY_LINE, bound);
}

/**
 * What a piece that could be read back is of: the whole stored text, and the UTF-16 units [from, to) of it that the
 * answer gives; no range for a search. Undefined where nothing is read.
 */
export function readPiece(
  run: Run,
  step: number,
  target: string,
  asked: ReadAsked,
): { readonly whole: string; readonly range?: Pick<TextWindow, "from" | "to"> } | undefined {
  const found = find(run, stepOf(run, step), target);
  const start = startOf(asked);
  if (!found || !start) return undefined;
  if (asked.search !== undefined) return { whole: found.text };
  const range = windowAt(found.text, start, asked.limit ?? EVERY_LINE, found.bound);
  return range && { whole: found.text, range };
}

/**
 * What the model could read back when a step was asked, by path or identity. A text that was evicted and one that
 * never was are different errors; both are answers that the model would see.
 */
export function readBack(run: Run, step: number, target: string, asked: ReadAsked = {}): ReadAnswer {
  const record = stepOf(run, step);
  const found = find(run, record, target);
  return found ? read(found, asked) : missing(run, record, target);
}

/** Every path that the model could read back when a step was asked, with the bytes that are stored. */
export function listBack(run: Run, step: number): { readonly path: string; readonly bytes: number }[] {
  const record = stepOf(run, step);
  const entries = offloadEntries(record.state).map(({ path, text }) => ({ path, bytes: utf8Length(text) }));
  const files = new Map(
    run.files.filter((file) => file.from <= step).map(({ path, file }) => [path, utf8Length(file.text)]),
  );
  return [...entries, ...[...files].map(([path, bytes]) => ({ path, bytes }))];
}

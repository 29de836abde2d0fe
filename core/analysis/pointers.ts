import { type Run, stepOf } from "../engine/run.ts";
import type { Message } from "../model/message.ts";
import { OFFLOAD_MOUNT } from "../model/mount.ts";
import { READ_TOOL_RESULT } from "../model/tool.ts";
import { isPruned, unitAt } from "../policies/request-view.ts";
import { FILE_BASE, SPILL_BASE } from "../policies/virtual-paths.ts";
import { textsOf } from "./needle.ts";

const MOUNTS = [OFFLOAD_MOUNT, SPILL_BASE, FILE_BASE];
const REST = /[A-Za-z0-9._/-]*/y;

/** The stored paths that a text may name, the longest reading first: a full stop or dash at the end may be punctuation. */
function readingsAt(text: string, at: number, mount: string): string[] {
  REST.lastIndex = at + mount.length;
  let path = mount + (REST.exec(text)?.[0] ?? "");
  const readings = [path];
  while (path.length > mount.length && /[./-]$/.test(path)) {
    path = path.slice(0, -1);
    readings.push(path);
  }
  return readings.filter((one) => one.length > mount.length);
}

/** What a text names under the virtual mounts: one list of readings for each mention. */
export function mountPathsIn(text: string): string[][] {
  const found: string[][] = [];
  for (const mount of MOUNTS)
    for (let at = text.indexOf(mount); at !== -1; at = text.indexOf(mount, at + mount.length)) {
      const readings = readingsAt(text, at, mount);
      if (readings.length > 0) found.push(readings);
    }
  return found;
}

/** Whether a text names an identity and no longer one that begins so. */
function namesIdentity(text: string, identity: string): boolean {
  for (let at = text.indexOf(identity); at !== -1; at = text.indexOf(identity, at + 1))
    if (!/^[A-Za-z0-9_-]|^\.[A-Za-z0-9_-]/.test(text.slice(at + identity.length, at + identity.length + 2)))
      return true;
  return false;
}

/** A message of a request, by its stored index; -1 is the summary. */
export interface PlacedMessage {
  readonly index: number;
  readonly message: Message;
}

/** The messages of a step's request with where they come from. Throws RangeError for a step that there is not. */
export function* placedMessages(run: Run, step: number): Generator<PlacedMessage> {
  const { view } = stepOf(run, step);
  if (view.summary) yield { index: -1, message: view.summary.message };
  if (view.lifted) yield { index: view.lifted.index, message: view.lifted.message };
  for (let index = view.from; index < view.to; index++)
    if (!isPruned(view, index)) for (const message of unitAt(view, index)) yield { index, message };
}

/** What one message of a request points at. */
export interface Pointers {
  readonly index: number;
  /** Mentions of stored paths, each with its readings. */
  readonly paths: readonly (readonly string[])[];
  /** Identities of pages that it names together with the tool that reads them. */
  readonly pages: readonly string[];
}

/** Everything in a request that points into a store. `pages` are the identities of the pages there are. */
export function pointersOf(run: Run, step: number, pages: readonly string[]): Pointers[] {
  const out: Pointers[] = [];
  for (const { index, message } of placedMessages(run, step)) {
    const texts = textsOf(message);
    const paths = texts.flatMap(mountPathsIn);
    const reading = pages.length > 0 && texts.some((text) => text.includes(READ_TOOL_RESULT));
    const named = reading ? pages.filter((page) => texts.some((text) => namesIdentity(text, page))) : [];
    if (paths.length > 0 || named.length > 0) out.push({ index, paths, pages: named });
  }
  return out;
}

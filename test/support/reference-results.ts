import type { Fault } from "../../core/model/fault.ts";
import type { Message } from "../../core/model/message.ts";
import type { ContentPart, Part, ToolCallPart, ToolResultPart } from "../../core/model/part.ts";
import type {
  PagingConfig,
  PolicyConfig,
  Profile,
  RespondLimitConfig,
  RuntimeLimitConfig,
} from "../../core/model/profile.ts";
import type { Thread } from "../../core/model/thread.ts";
import { filePath, pathSegment } from "../../core/policies/virtual-paths.ts";

// The policies on results that reference-run.ts leaves out, written down as slowly and plainly as they can be: lines are
// arrays, every candidate is built whole and weighed, nothing is searched for cleverly. Only paths are shared with the
// core.

const bytes = (text: string): number => Buffer.byteLength(text);

/** Lines of a text, each with its newline. */
function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/).filter((line) => line !== "");
}

function textOf(parts: readonly ContentPart[]): string {
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}

function swap(parts: readonly ContentPart[], text: string): ContentPart[] {
  return [{ type: "text", text }, ...parts.filter((part) => part.type !== "text")];
}

/** A cost of each code point, and what they may cost together. */
interface Budget {
  readonly most: number;
  cost(point: string): number;
}

/** Takes code points while every budget lasts; then goes back to the last newline, where there is one. */
function head(text: string, ...budgets: readonly Budget[]): string {
  const spent = budgets.map(() => 0);
  let taken = "";
  for (const point of text) {
    budgets.forEach((budget, at) => (spent[at] = (spent[at] as number) + budget.cost(point)));
    if (budgets.some(({ most }, at) => (spent[at] as number) > most)) {
      const newline = taken.lastIndexOf("\n");
      return newline === -1 ? taken : taken.slice(0, newline + 1);
    }
    taken += point;
  }
  return text;
}

const plainly = (most: number): Budget => ({ most, cost: bytes });
const escaped = (most: number): Budget => ({
  most,
  cost: (point) => bytes(JSON.stringify(point).slice(1, -1)),
});

/** The windows of a text: whole lines while they fit; a line that fits in none comes in pieces of its own. */
export function pagesOf(text: string, pageBytes: number): { text: string; start: string; line: number }[] {
  const most = Math.max(1, pageBytes);
  const pages: { text: string; start: string; line: number }[] = [];
  let open: { text: string; start: string; line: number } | undefined;
  let used = 0;
  linesOf(text).forEach((line, at) => {
    const size = bytes(line);
    used += size;
    if (open && used <= most) {
      open.text += line;
      return;
    }
    used = size;
    open = size <= most ? { text: line, start: `${at + 1}`, line: at + 1 } : undefined;
    if (open) pages.push(open);
    else pages.push(...piecesOf(line, at + 1, most));
  });
  return pages;
}

function piecesOf(
  line: string,
  number: number,
  most: number,
): { text: string; start: string; line: number }[] {
  const pieces: string[] = [];
  let used = Infinity;
  for (const point of line) {
    used += bytes(point);
    if (used <= most) pieces.push((pieces.pop() ?? "") + point);
    else {
      pieces.push(point);
      used = bytes(point);
    }
  }
  let byte = 0;
  return pieces.map((piece) => {
    const start = byte > 0 ? `${number}:${byte}` : `${number}`;
    byte += bytes(piece);
    return { text: piece, start, line: number };
  });
}

const AFTER_EXCERPT = {
  saved:
    "This is an excerpt. The full result is saved under path: read it there with a file-reading tool, in parts.",
  discarded:
    "This is an excerpt. The full result was not saved: ask for less of it, with pagination or a filter.",
};

function isStructured(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null;
  } catch {
    return false;
  }
}

/** What a store was given. */
export interface KeptFile {
  readonly store: string;
  readonly path: string;
  readonly text: string;
}

/** Stored history and stores of a thread under the policies on results, by the book. */
export class ReferenceResults {
  readonly stored: Message[] = [];
  readonly files: KeptFile[] = [];
  private readonly thread: Thread;
  private readonly order: readonly PolicyConfig[];
  private readonly faults: readonly Fault["kind"][];

  constructor(thread: Thread, profile: Profile, faults: readonly Fault[] = []) {
    this.thread = thread;
    this.faults = faults.map(({ kind }) => kind);
    // The runtime's own limit sees a result first, then the last of the list.
    const own = profile.policies.filter(({ kind }) => kind === "runtime-limit");
    this.order = [...own, ...profile.policies.filter(({ kind }) => kind !== "runtime-limit").toReversed()];
    let open: { call: ToolCallPart; identity: string }[] = [];
    let step = 0;
    for (const message of thread.messages) {
      if (message.role === "assistant") step++;
      if (message.role !== "tool") open = this.callsOf(message, step);
      this.stored.push(message.role === "user" ? this.userMessage(message) : this.answered(message, open));
    }
  }

  private callsOf(message: Message, step: number): { call: ToolCallPart; identity: string }[] {
    return message.parts
      .filter((part): part is ToolCallPart => part.type === "tool-call")
      .map((call, at) => ({ call, identity: `${this.thread.id}.${step}.${at + 1}` }));
  }

  /** A tool message with each result that answers the oldest open call of its id managed. */
  private answered(message: Message, open: { call: ToolCallPart; identity: string }[]): Message {
    const parts = message.parts.map((part): Part => {
      if (part.type !== "tool-result") return part;
      const at = open.findIndex(({ call }) => call.callId === part.callId);
      const [found] = at === -1 ? [] : open.splice(at, 1);
      return found && !this.readsBack(found.call) ? this.manage(part, found.call, found.identity) : part;
    });
    return { ...message, parts };
  }

  private readsBack(call: ToolCallPart): boolean {
    if (call.name === "read_tool_result") return true;
    const given = call.arguments;
    if (!["read", "Read"].includes(call.name) || typeof given !== "object" || given === null) return false;
    const path =
      (given as Record<string, unknown>)["path"] ?? (given as Record<string, unknown>)["file_path"];
    return typeof path === "string" && /^\/(large_tool_results|ullage\/spill)\//.test(path);
  }

  private has(kind: PolicyConfig["kind"]): boolean {
    return this.order.some((policy) => policy.kind === kind);
  }

  private save(store: string, path: string, text: string): boolean {
    if (store !== "page" && this.faults.includes("store-unwritable")) return false;
    if (store === "file" && this.faults.includes("upload-fails")) return false;
    this.files.push({ store, path, text });
    return true;
  }

  private at(id: string): string {
    return filePath({ namespace: "replay", session: this.thread.id }, id);
  }

  private manage(result: ToolResultPart, call: ToolCallPart, identity: string): ToolResultPart {
    let now = result;
    for (const policy of this.order) {
      if (policy.kind === "runtime-limit") now = { ...now, parts: this.limit(policy, now.parts) };
      if (policy.kind === "paging") now = { ...now, parts: this.page(policy, now.parts, identity) };
      if (policy.kind === "attachments")
        now = { ...now, parts: this.externalise(now.parts, `results/${pathSegment(identity)}`) };
      if (policy.kind === "respond-limit" && !now.isError) now = this.respond(policy, now, call, identity);
    }
    return now;
  }

  private limit(config: RuntimeLimitConfig, parts: readonly ContentPart[]): readonly ContentPart[] {
    const text = textOf(parts);
    const all = linesOf(text);
    if (bytes(text) <= config.maxBytes && all.length <= config.maxLines) return parts;
    if (isStructured(text)) {
      const notice = `[cut: a structured result of ${all.length} lines and ${bytes(text)} bytes is over the limit, none of it is shown]`;
      return swap(parts, bytes(notice) <= config.maxBytes ? notice : "");
    }
    for (let shown = Math.min(all.length, config.maxLines); shown >= 0; shown--) {
      const text = `${all.slice(0, shown).join("")}[cut: ${shown} of ${all.length} lines are shown]`;
      if (bytes(text) <= config.maxBytes) return swap(parts, text);
    }
    return swap(parts, "");
  }

  private page(
    config: PagingConfig,
    parts: readonly ContentPart[],
    identity: string,
  ): readonly ContentPart[] {
    const text = textOf(parts);
    if (bytes(text) <= config.thresholdBytes) return parts;
    const pages = pagesOf(text, config.pageBytes);
    const [first, second] = pages;
    if (!first || !second) return parts;
    this.save("page", identity, text);
    const last = first.line + linesOf(first.text).length - 1;
    const gap = first.text.endsWith("\n") ? "" : "\n";
    const asked = JSON.stringify({ identity, start: second.start });
    const trailer = `${gap}[lines 1-${last} of ${linesOf(text).length}; the next window: read_tool_result ${asked}]`;
    return swap(parts, first.text + trailer);
  }

  private externalise<P extends Part>(parts: readonly P[], folder: string): P[] {
    return parts.map((part, at) => {
      if (part.type !== "media" || part.data === undefined || this.faults.includes("no-scope")) return part;
      const id = `${folder}/media-${at}`;
      if (!this.save("file", this.at(id), part.data)) return part;
      const { data, ...rest } = part;
      const size = Buffer.from(data, "base64").length;
      return { ...rest, ref: { id, path: this.at(id), bytes: size } } as P;
    });
  }

  private userMessage(message: Message): Message {
    if (!this.has("attachments")) return message;
    return { ...message, parts: this.externalise(message.parts, `messages/${pathSegment(message.id)}`) };
  }

  private respond(
    config: RespondLimitConfig,
    result: ToolResultPart,
    call: ToolCallPart,
    identity: string,
  ): ToolResultPart {
    const { parts } = result;
    const single = parts.length === 1 && parts[0]?.type === "text";
    const whole = single
      ? textOf(parts)
      : JSON.stringify(
          parts.map((part) =>
            part.type === "text"
              ? { type: "text", text: part.text }
              : { type: "media", mediaType: part.mediaType, name: part.name, data: part.data, ref: part.ref },
          ),
        );
    const size = bytes(whole);
    if (size <= config.maxResponseBytes) return result;
    const abort = (why: string): ToolResultPart => {
      const text = `Aborted: the result of ${size} bytes is over the limit of ${config.maxResponseBytes}, and ${why}.`;
      return { ...result, isError: true, parts: [{ type: "text", text }] };
    };
    if (config.store && this.faults.includes("no-scope"))
      return abort("nobody said whose files to save it among");
    const ending = !single || isStructured(whole) ? "json" : "txt";
    const id = `results/${pathSegment(identity)}.${ending}`;
    const type = ending === "json" ? "application/json" : "text/plain";
    const about = config.store
      ? { id, path: this.at(id), name: `${call.name}.${ending}`, type, size }
      : { saved: false, size };
    const guidance = config.store ? AFTER_EXCERPT.saved : AFTER_EXCERPT.discarded;
    const replacement = (excerpt: string): string => JSON.stringify({ ...about, excerpt, guidance });
    const room = config.maxResponseBytes - bytes(replacement(""));
    if (room < 0) return abort("not even a note about it would fit");
    if (config.store && !this.save("file", this.at(id), whole)) return abort("it could not be saved");
    const text = replacement(this.excerpt(config, parts, single, room));
    return { ...result, parts: [{ type: "text", text }] };
  }

  /** For several parts a line that counts them comes first: whole, or as much as the excerpt holds, or not at all. */
  private excerpt(
    config: RespondLimitConfig,
    parts: readonly ContentPart[],
    single: boolean,
    room: number,
  ): string {
    const count = single ? "" : countLine(parts);
    const told = head(count, plainly(config.maxSummaryBytes));
    const cost = bytes(JSON.stringify(told).slice(1, -1));
    if (cost > room) return "";
    if (told !== count) return told;
    return told + head(textOf(parts), plainly(config.maxSummaryBytes - bytes(count)), escaped(room - cost));
  }
}

function countLine(parts: readonly ContentPart[]): string {
  const texts = parts.filter((part) => part.type === "text").length;
  const images = parts.filter((part) => part.type === "media" && part.mediaType.startsWith("image/")).length;
  const files = parts.length - texts - images;
  const said = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;
  return `${said(texts, "text")}, ${said(images, "image")}, ${said(files, "file")}\n`;
}

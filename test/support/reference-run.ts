import type { Message } from "../../core/model/message.ts";
import type { ContentPart, ToolCallPart, ToolResultPart } from "../../core/model/part.ts";
import type { OffloadConfig, Profile, SpillConfig, SummarizeConfig } from "../../core/model/profile.ts";
import { TextMetrics } from "../../core/model/text-metrics.ts";
import type { Thread } from "../../core/model/thread.ts";
import { previewOf } from "../../core/policies/offload-preview.ts";
import { joinPieces } from "../../core/ledger/pieces.ts";
import { gapOf, legacyPieces, pointNote, shownSpill, spillNote } from "../../core/policies/spill-preview.ts";
import { offloadPath, spillPath } from "../../core/policies/virtual-paths.ts";

// The policies written down as slowly and plainly as they can be: arrays that are copied, strings that are joined, every
// request built and counted from nothing. Only the wording of notices is shared with the core; what is cut, when, by
// which measure and what is left is decided here a second time. Compressor `fixed`, counter chars4.

const bytes = (text: string): number => Buffer.byteLength(text);
const quarter = (text: string): number => Math.ceil(text.length / 4);

function textOf(parts: readonly ContentPart[]): string {
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}

function swap(parts: readonly ContentPart[], text: string): ContentPart[] {
  return [{ type: "text", text }, ...parts.filter((part) => part.type !== "text")];
}

/** chars4 of a message, counted part by part. */
function tokensOf(message: Message): number {
  let sum = 0;
  const content = (part: ContentPart): void => void (sum += part.type === "text" ? quarter(part.text) : 1500);
  for (const part of message.parts) {
    if (part.type === "thinking") sum += quarter(part.text);
    else if (part.type === "tool-call") sum += quarter(part.name) + quarter(JSON.stringify(part.arguments));
    else if (part.type === "tool-result") part.parts.forEach(content);
    else content(part);
  }
  return sum;
}

interface Entry {
  path: string;
  identity: string;
  text: string;
  bytes: number;
}

/** A head that ends on a line where one ends inside, else on the last code point that fits. */
function head(text: string, fits: (piece: string) => boolean): string {
  if (fits(text)) return text;
  let best = "";
  for (const point of text) {
    if (!fits(best + point)) break;
    best += point;
  }
  const newline = best.lastIndexOf("\n");
  return newline === -1 ? best : best.slice(0, newline + 1);
}

/** A run, step by step, by the book. */
export class ReferenceRun {
  readonly requests: Message[][] = [];
  entries: Entry[] = [];
  private readonly thread: Thread;
  private readonly profile: Profile;
  private readonly stored: Message[] = [];
  private spilled = 0;
  private summary: { text: string; end: number; over: boolean } | undefined;
  private everOver = false;
  private cleaned = 0;
  private step = 0;

  constructor(thread: Thread, profile: Profile) {
    this.thread = thread;
    this.profile = profile;
    const { messages } = thread;
    for (let at = 0; at < messages.length;) {
      const lead = messages[at] as Message;
      let end = at + 1;
      while (messages[end]?.role === "tool") end++;
      if (lead.role === "assistant") {
        this.step++;
        this.cleanUp();
        this.requests.push(this.request());
      }
      this.commit(messages.slice(at, end));
      at = end;
    }
  }

  private policy<K extends Profile["policies"][number]["kind"]>(
    kind: K,
  ): Extract<Profile["policies"][number], { kind: K }> | undefined {
    return this.profile.policies.find((policy) => policy.kind === kind) as never;
  }

  private commit(batch: readonly Message[]): void {
    const [lead] = batch;
    const calls =
      lead?.role === "assistant"
        ? lead.parts.filter((part): part is ToolCallPart => part.type === "tool-call")
        : [];
    const open = calls.map((call, at) => ({ call, identity: `${this.thread.id}.${this.step}.${at + 1}` }));
    const updates: Entry[] = [];
    for (const message of batch) {
      if (message.role !== "tool") {
        this.stored.push(message);
        continue;
      }
      const parts = message.parts.map((part) => {
        if (part.type !== "tool-result") return part;
        const at = open.findIndex(({ call }) => call.callId === part.callId);
        const [answered] = at === -1 ? [] : open.splice(at, 1);
        return answered ? this.manage(part, answered.call, answered.identity, updates) : part;
      });
      this.stored.push({ ...message, parts });
    }
    const offload = this.policy("offload");
    for (const entry of updates) {
      this.entries = [...this.entries, entry];
      while (offload && bytes(JSON.stringify(this.entries)) > offload.maxTotalBytes)
        this.entries = this.entries.slice(1);
    }
  }

  /** A result on its way back: the last policy of the list sees it first. */
  private manage(
    result: ToolResultPart,
    call: ToolCallPart,
    identity: string,
    updates: Entry[],
  ): ToolResultPart {
    let { parts } = result;
    for (const policy of this.profile.policies.toReversed()) {
      if (policy.kind === "offload" && !result.isError)
        parts = this.offload(policy, parts, call, identity, updates);
      if (policy.kind === "spill") parts = this.spill(policy, parts, call, identity);
    }
    return { ...result, parts };
  }

  private readsBack(call: ToolCallPart): boolean {
    if (call.name === "read_tool_result") return true;
    const path = this.pathRead(call);
    return (
      path !== undefined && (path.startsWith("/large_tool_results/") || path.startsWith("/ullage/spill/"))
    );
  }

  private pathRead(call: ToolCallPart): string | undefined {
    const args = call.arguments as Record<string, unknown> | null;
    if (!["read", "Read"].includes(call.name) || typeof args !== "object" || args === null) return undefined;
    const path = args["path"] ?? args["file_path"];
    return typeof path === "string" && path !== "" ? path : undefined;
  }

  private offload(
    config: OffloadConfig,
    parts: readonly ContentPart[],
    call: ToolCallPart,
    identity: string,
    updates: Entry[],
  ): readonly ContentPart[] {
    const text = textOf(parts);
    if (quarter(text) <= config.thresholdTokens || this.readsBack(call)) return parts;
    const path = offloadPath(identity);
    const entry = (kept: string): Entry => ({ path, identity, text: kept, bytes: bytes(text) });
    const fitsAlone = (kept: string): boolean => bytes(JSON.stringify([entry(kept)])) <= config.maxTotalBytes;
    const capped = head(text, (piece) => bytes(piece) <= config.maxResultBytes);
    const kept = head(capped, fitsAlone);
    if (kept !== "") updates.push(entry(kept));
    const stored = { path: kept === "" ? undefined : path, storedBytes: bytes(kept) };
    return swap(parts, joinPieces(text, previewOf(new TextMetrics(text), stored, config).pieces));
  }

  private spill(
    config: SpillConfig,
    parts: readonly ContentPart[],
    call: ToolCallPart,
    identity: string,
  ): readonly ContentPart[] {
    const text = textOf(parts);
    const metrics = new TextMetrics(text);
    const legacy = (): readonly ContentPart[] =>
      bytes(text) <= config.maxToolOutputBytes
        ? parts
        : swap(parts, joinPieces(text, legacyPieces(metrics, config.maxToolOutputBytes).pieces));
    if (this.readsBack(call) || parts.some((part) => part.type !== "text")) return parts;
    if (config.spillBytes === 0) return legacy();
    if (bytes(text) <= config.spillBytes) return parts;
    const path = this.pathRead(call);
    const args = call.arguments as Record<string, unknown> | null;
    if (path !== undefined && args?.["limit"] !== undefined) return parts;
    const gap = gapOf(metrics, config);
    if (!gap) return parts;
    if (path !== undefined) {
      const offset = Number(args?.["offset"] ?? 1) || 1;
      const shown = shownSpill(metrics, gap, pointNote(metrics, gap, path, offset)).text;
      return bytes(shown) >= bytes(text) ? parts : swap(parts, shown);
    }
    const kept = bytes(head(text, (piece) => bytes(piece) <= config.fileCapBytes));
    const shown = shownSpill(
      metrics,
      gap,
      spillNote(metrics, gap, spillPath(this.thread.id, identity), kept),
    ).text;
    if (bytes(shown) >= bytes(text)) return parts;
    if (this.spilled + kept > config.sessionCapBytes) return legacy();
    this.spilled += kept;
    return swap(parts, shown);
  }

  /** Entries that newly covered results name leave before the next request. */
  private cleanUp(): void {
    const end = this.summary?.end ?? 0;
    if (!this.policy("offload") || !this.policy("summarize") || end <= this.cleaned) return;
    const covered = this.stored
      .slice(this.cleaned, end)
      .flatMap((message) =>
        message.parts.map((part) => (part.type === "tool-result" ? textOf(part.parts) : "")),
      );
    this.entries = this.entries.filter(
      ({ path }) =>
        !covered.some((text) =>
          new RegExp(`${path.replaceAll(".", "\\.")}(?![A-Za-z0-9_-]|\\.[A-Za-z0-9_-])`).test(text),
        ),
    );
    this.cleaned = end;
  }

  /** Stored messages [from, …) as they are sent: pairs repaired, results within offload's threshold. */
  private sent(from: number, to: number): Message[] {
    const out: Message[] = [];
    for (let at = 0; at < to;) {
      let end = at + 1;
      while (end < to && this.stored[end]?.role === "tool") end++;
      const batch = this.stored.slice(at, end);
      const repaired = this.repair(batch);
      for (const { index, message } of repaired) if (at + index >= from) out.push(message);
      at = end;
    }
    return out;
  }

  private repair(batch: readonly Message[]): { index: number; message: Message }[] {
    const [lead] = batch;
    const open = (lead?.role === "assistant" ? lead.parts : []).flatMap((part, _at, all) =>
      part.type === "tool-call"
        ? [{ part, position: all.filter((one) => one.type === "tool-call").indexOf(part) + 1 }]
        : [],
    );
    let tied = 0;
    const kept = batch.flatMap((message, index) => {
      const parts = message.parts.filter((part) => {
        if (part.type !== "tool-result") return true;
        const at = open.findIndex((one) => one.part.callId === part.callId);
        if (at === -1) return false;
        open.splice(at, 1);
        tied = index;
        return true;
      });
      return parts.length === 0 && message.parts.length > 0
        ? []
        : [{ index, message: { ...message, parts: parts.map((part) => this.onSend(part)) } }];
    });
    const missing = open.map(({ part, position }) => ({
      index: tied,
      message: {
        id: `${lead?.id}:no-result:${position}`,
        role: "tool" as const,
        parts: [
          {
            type: "tool-result" as const,
            callId: part.callId,
            isError: true,
            parts: [{ type: "text" as const, text: "No result was recorded for this call." }],
          },
        ],
      },
    }));
    return [
      ...kept.filter(({ index }) => index <= tied),
      ...missing,
      ...kept.filter(({ index }) => index > tied),
    ];
  }

  private onSend(part: Message["parts"][number]): Message["parts"][number] {
    const offload = this.policy("offload");
    if (!offload || part.type !== "tool-result" || quarter(textOf(part.parts)) <= offload.thresholdTokens)
      return part;
    const text = textOf(part.parts);
    const metrics = new TextMetrics(text);
    const notice = `\n[cut as it was sent: the whole text is ${metrics.bytes} bytes, ${metrics.lines} lines]`;
    const most = offload.thresholdTokens * 4 - notice.length;
    return { ...part, parts: swap(part.parts, head(text, (piece) => piece.length <= most) + notice) };
  }

  private count(messages: readonly Message[]): number {
    const fixed =
      quarter(this.thread.system ?? "") +
      this.thread.tools.reduce((sum, tool) => sum + quarter(JSON.stringify(tool)), 0);
    return fixed + messages.reduce((sum, message) => sum + tokensOf(message), 0);
  }

  private frame(text: string, end: number, config: SummarizeConfig): Message {
    const mark = "[Summary of the conversation so far]\n";
    const most = config.maxSummaryTokens * 4 - mark.length;
    const body = head(text, (piece) => piece.length <= most);
    return {
      id: `summary:${this.stored[end - 1]?.id}`,
      role: "user",
      parts: [{ type: "text", text: mark + body }],
    };
  }

  private withSummary(text: string, end: number, config: SummarizeConfig): Message[] {
    const newest = this.stored.map(({ role }) => role).lastIndexOf("user");
    const lifted =
      config.pinNewestUser && newest >= 0 && newest < end ? [this.stored[newest] as Message] : [];
    return [this.frame(text, end, config), ...lifted, ...this.sent(end, this.stored.length)];
  }

  private request(): Message[] {
    const config = this.policy("summarize");
    const plain = this.sent(0, this.stored.length);
    if (!config) return plain;
    const now = this.summary ? this.withSummary(this.summary.text, this.summary.end, config) : plain;
    const value = "tokens" in config.trigger ? this.count(now) : now.length;
    const limit = "tokens" in config.trigger ? config.trigger.tokens : config.trigger.messages;
    const past = (measure: number): boolean =>
      config.comparator === ">=" ? measure >= limit : measure > limit;
    if (!past(value) || config.compressor.kind !== "fixed") return now;
    const from = this.summary?.end ?? 0;
    const end = this.safe(this.stored.length - config.keepRecent);
    if (end <= from) return now;
    const covered = (messages: readonly Message[]): number =>
      messages.reduce((sum, message) => sum + tokensOf(message), 0);
    const newly = covered(this.sent(from, end));
    const tenth = "tokens" in config.trigger ? config.trigger.tokens / 10 : 0;
    if (this.everOver && newly < Math.max(config.maxSummaryTokens, tenth)) return now;
    const { text } = config.compressor;
    if (text.trim() === "") return now;
    const old = this.summary ? tokensOf(this.frame(this.summary.text, from, config)) : 0;
    if (tokensOf(this.frame(text, end, config)) >= newly + old) return now;
    const next = this.withSummary(text, end, config);
    this.everOver = past("tokens" in config.trigger ? this.count(next) : next.length);
    this.summary = { text, end, over: this.everOver };
    return next;
  }

  /** The cut moved earlier until no call before it has a result after it. */
  private safe(wanted: number): number {
    for (let cut = wanted; cut > 0; cut--) if (!this.parts(cut)) return cut;
    return 0;
  }

  private parts(cut: number): boolean {
    let lead = cut;
    while (lead > 0 && this.stored[lead]?.role === "tool") lead--;
    if (lead === cut) return false;
    const open = (this.stored[lead] as Message).parts.flatMap((part) =>
      part.type === "tool-call" ? [part.callId] : [],
    );
    for (let at = lead + 1; this.stored[at]?.role === "tool"; at++)
      for (const part of (this.stored[at] as Message).parts) {
        const answers = part.type === "tool-result" ? open.indexOf(part.callId) : -1;
        if (answers === -1) continue;
        open.splice(answers, 1);
        if (at >= cut) return true;
      }
    return false;
  }
}

import type { MessageAddress } from "../../core/contract/run-view.ts";
import type { Selection } from "./selection.ts";

/** The part of a selection that is in the window's address. */
export type Addressed = Pick<Selection, "transcript" | "thread" | "step" | "message" | "side" | "pinned">;

/** The hash of an address: `#t=3&thread=main&step=12&m=i45`. Empty when nothing is open. */
export function formatAddress(selection: Addressed): string {
  const { transcript, thread, step, message, side, pinned } = selection;
  if (transcript === undefined) return "";
  const fields = new URLSearchParams({ t: String(transcript) });
  if (thread !== undefined) fields.set("thread", thread);
  fields.set("step", String(step));
  if (message) fields.set("m", formatMessage(message));
  if (message && side === "sent") fields.set("side", side);
  if (pinned !== undefined) fields.set("pin", String(pinned));
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
    step: whole(fields.get("step"), 1) ?? 1,
    message: parseMessage(fields.get("m")),
    side: fields.get("side") === "sent" ? "sent" : "raw",
    pinned: whole(fields.get("pin"), 1),
  };
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

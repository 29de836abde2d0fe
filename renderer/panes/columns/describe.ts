import type { OutlineMessage } from "../../../core/contract/rows.ts";
import type { ShownMessage } from "../../data/message-table.ts";
import { plural } from "../../widgets/quantity.tsx";
import type { RoleName } from "../../widgets/role-icon.tsx";

/** How a message is headed: its role's word and icon. */
export function roleOf(message: OutlineMessage): { readonly role: RoleName; readonly label: string } {
  switch (message.role) {
    case "user":
      return { role: "user", label: "User" };
    case "assistant":
      return { role: "assistant", label: "Assistant" };
    case "tool": {
      const results = message.results?.length ?? 0;
      return { role: "tool", label: results > 1 ? plural(results, "result") : "Result" };
    }
  }
}

/** Names of the tools that a message calls or answers: the first, and how many more. */
export function toolNames(message: OutlineMessage): { readonly first: string; readonly more: number } | null {
  const named = message.calls ?? message.results;
  const first = named?.[0];
  return named && first ? { first: first.name, more: named.length - 1 } : null;
}

/** True when a message holds a failed result. */
export function hasError(message: OutlineMessage): boolean {
  return message.results?.some((result) => result.isError) ?? false;
}

/** A link from a message to the other end of one of its calls. */
export interface PairLink {
  readonly to: number;
  readonly label: string;
}

/** Where a message's calls are answered, or where the calls lie that it answers: each message once, at most two. */
export function pairLinks(message: OutlineMessage): PairLink[] {
  const links = new Map<number, PairLink>();
  for (const call of message.calls ?? []) {
    if (call.other !== undefined) links.set(call.other, { to: call.other, label: "result" });
  }
  for (const result of message.results ?? []) {
    if (result.other !== undefined) links.set(result.other, { to: result.other, label: "call" });
  }
  return [...links.values()].slice(0, 2);
}

/** Beyond this many UTF-16 units an excerpt is not drawn: a row has one line for it. */
const EXCERPT_UNITS = 200;

/** What a row says of its message; never empty. Dots stand for words that are still to come. */
export function excerptOf(message: ShownMessage): string {
  if (message.bare) return "…";
  if (message.excerpt !== "") return message.excerpt.slice(0, EXCERPT_UNITS);
  const tools = toolNames(message);
  if (message.role === "assistant" && tools) return "calls without a text";
  if ((message.media ?? 0) > 0)
    return message.media === 1 ? "one image or file" : `${message.media} images or files`;
  if (message.thinking === true) return "thinking, without a text";
  return message.bytes > 0 ? "white space only" : "empty";
}

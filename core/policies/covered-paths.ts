import type { History } from "../lib/history.ts";
import type { Message } from "../model/message.ts";
import type { ContentPart } from "../model/part.ts";
import { metricsOf } from "../model/text-metrics.ts";
import { OFFLOAD_MOUNT } from "./virtual-paths.ts";

const SEGMENT = /[A-Za-z0-9._-]*/y;

/** The offload paths that a text names. A full stop or dash at the end is taken for punctuation as well. */
function pathsIn(text: string): readonly string[] {
  const found = new Set<string>();
  for (let at = text.indexOf(OFFLOAD_MOUNT); at !== -1; at = text.indexOf(OFFLOAD_MOUNT, at + 1)) {
    SEGMENT.lastIndex = at + OFFLOAD_MOUNT.length;
    let segment = SEGMENT.exec(text)?.[0] ?? "";
    found.add(OFFLOAD_MOUNT + segment);
    while (/[.-]$/.test(segment)) {
      segment = segment.slice(0, -1);
      found.add(OFFLOAD_MOUNT + segment);
    }
  }
  return [...found];
}

function pathsOf(parts: readonly ContentPart[]): readonly string[] {
  const metrics = metricsOf(parts);
  return metrics.memo("offload-paths", () => pathsIn(metrics.text));
}

/** The offload paths that appear in the tool results of the stored messages [from, to). */
export function coveredPaths(stored: History<Message>, from: number, to: number): Set<string> {
  const found = new Set<string>();
  for (let i = from; i < to; i++) {
    const message = stored.at(i);
    if (message.role !== "tool") continue;
    for (const part of message.parts)
      if (part.type === "tool-result") for (const path of pathsOf(part.parts)) found.add(path);
  }
  return found;
}

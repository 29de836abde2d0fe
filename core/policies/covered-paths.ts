import type { History } from "../lib/history.ts";
import type { Message } from "../model/message.ts";
import type { ContentPart } from "../model/part.ts";
import type { Recording } from "../model/recording.ts";
import { metricsOf } from "../model/text-metrics.ts";
import { OFFLOAD_MOUNT } from "./virtual-paths.ts";

const SEGMENT = /[A-Za-z0-9._-]*/y;

/** The offload paths that a text names. A full stop or dash at the end is taken for punctuation as well. */
function pathsInText(text: string): readonly string[] {
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
  return metrics.memo("offload-paths", () => pathsInText(metrics.text));
}

function pathsIn(message: Message): readonly string[] {
  if (message.role !== "tool") return [];
  return message.parts.flatMap((part) => (part.type === "tool-result" ? pathsOf(part.parts) : []));
}

const mentions = new WeakMap<Recording, readonly number[]>();

/** Indices of the recorded messages whose results name an offload path by themselves: mostly none. */
function mentionsOf(recording: Recording): readonly number[] {
  let found = mentions.get(recording);
  if (!found) {
    found = recording.thread.messages.flatMap((message, index) =>
      pathsIn(message).length > 0 ? [index] : [],
    );
    mentions.set(recording, found);
  }
  return found;
}

/** The offload paths that appear in the tool results of the stored messages [from, to). */
export function coveredPaths(
  stored: History<Message>,
  recording: Recording,
  from: number,
  to: number,
): Set<string> {
  const named = mentionsOf(recording).filter((index) => index >= from && index < to);
  const messages = [...stored.changedIn(from, to), ...named.map((index) => stored.at(index))];
  return new Set(messages.flatMap(pathsIn));
}

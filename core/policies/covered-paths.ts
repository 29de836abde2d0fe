import type { History } from "../lib/history.ts";
import type { Message } from "../model/message.ts";
import { OFFLOAD_MOUNT } from "../model/mount.ts";
import type { ContentPart } from "../model/part.ts";
import type { Recording } from "../model/recording.ts";
import { COLUMN } from "../model/size.ts";
import { metricsOf } from "../model/text-metrics.ts";

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

const NONE: readonly string[] = [];

function pathsIn({ role, parts }: Message): readonly string[] {
  if (role !== "tool") return NONE;
  const [only] = parts;
  // Mostly there is one result.
  if (parts.length === 1) return only?.type === "tool-result" ? pathsOf(only.parts) : NONE;
  return parts.flatMap((part) => (part.type === "tool-result" ? pathsOf(part.parts) : NONE));
}

/** Indices of the recorded messages [from, to) whose results name an offload path by themselves. Mostly none do. */
function mentionsIn({ raw }: Recording, from: number, to: number): number[] {
  const found: number[] = [];
  if (raw.sum(COLUMN.mounts, from, to) === 0) return found;
  for (let index = from; index < to; index++) if (raw.amount(COLUMN.mounts, index) > 0) found.push(index);
  return found;
}

/** The stored messages [from, to) that may name an offload path: those that were changed, and recorded ones that do. */
function naming(
  stored: History<Message>,
  recording: Recording,
  from: number,
  to: number,
): readonly Message[] {
  const named = mentionsIn(recording, from, to);
  const changed = stored.changedIn(from, to);
  return named.length === 0 ? changed : [...changed, ...named.map((index) => stored.at(index))];
}

/** Whether no tool result of the stored messages [from, to) names an offload path. */
export function namesNoPath(
  stored: History<Message>,
  recording: Recording,
  from: number,
  to: number,
): boolean {
  return naming(stored, recording, from, to).every((message) => pathsIn(message).length === 0);
}

/** The offload paths that appear in the tool results of the stored messages [from, to). */
export function coveredPaths(
  stored: History<Message>,
  recording: Recording,
  from: number,
  to: number,
): Set<string> {
  const paths = new Set<string>();
  for (const message of naming(stored, recording, from, to))
    for (const path of pathsIn(message)) paths.add(path);
  return paths;
}

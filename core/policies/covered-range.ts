import type { Message } from "../model/message.ts";
import type { Recording, SentUnit } from "../model/recording.ts";
import type { CoveredRange } from "./compressors/note-index.ts";
import { type RequestView, unitAt } from "./request-view.ts";

/** The stored messages [from, to) as a request sends them. */
export function coveredMessages(request: RequestView, from: number, to: number): Message[] {
  const messages: Message[] = [];
  for (let i = from; i < to; i++) messages.push(...unitAt(request, i));
  return messages;
}

/** Whether an index lies between two batches. */
function isBetween({ batches, batchOf }: Recording, index: number): boolean {
  const batch = batches[batchOf[index] ?? -1];
  return batch === undefined || batch.from === index;
}

/** The message that stands alone in the place of recorded results, where it answers the same calls as they did. */
function sameAnswers(unit: SentUnit, recorded: Message): Message | undefined {
  const [message] = unit;
  if (!message || unit.length > 1 || message.role !== "tool") return undefined;
  if (recorded.parts.length !== message.parts.length) return undefined;
  const same = message.parts.every((part, at) => {
    const was = recorded.parts[at];
    if (part.type !== "tool-result" || was?.type !== "tool-result") return part === was;
    return part.callId === was.callId && part.isError === was.isError;
  });
  return same ? message : undefined;
}

/**
 * The stored messages [from, to) as a range of their recording: whole batches, none repaired or cleared, and where
 * something else is sent, results alone. Nothing when they are not such a range.
 */
export function rangeOf(
  { sent, cleared, holes }: RequestView,
  from: number,
  to: number,
  recording: Recording,
): CoveredRange | undefined {
  if (cleared || holes || from >= to || !isBetween(recording, from) || !isBetween(recording, to))
    return undefined;
  const { batchOf, figures, thread } = recording;
  if ((figures.nextRepair[batchOf[from] as number] as number) <= (batchOf[to - 1] as number))
    return undefined;
  const changed: { index: number; message: Message }[] = [];
  for (const { index, item } of sent.changedAt(from, to)) {
    const message = sameAnswers(item, thread.messages[index] as Message);
    if (!message) return undefined;
    changed.push({ index, message });
  }
  return { from, to, changed };
}

import { type Run, stepOf } from "../engine/run.ts";
import type { MessageAddress, SentSize } from "../model/run-view.ts";
import { COLUMN, NO_SIZE, type Size, sizeOf } from "../model/size.ts";
import { type RequestView, isPruned, sentRanges, sumRange, toolSizeOf } from "../policies/request-view.ts";
import { indexOf } from "./run-index.ts";

function told(size: Size | undefined): SentSize | null {
  return size ? { tokens: size[COLUMN.tokens] as number, bytes: size[COLUMN.bytes] as number } : null;
}

function ofSpecial(view: RequestView, special: "system" | "tools" | "summary"): SentSize | null {
  if (special === "summary") return told(view.summary?.size);
  const { tokens, bytes } = special === "system" ? view.systemSize : toolSizeOf(view);
  return { tokens, bytes };
}

function ofInserted(run: Run, view: RequestView, id: string): SentSize | null {
  const found = indexOf(run).inserted.find(({ message }) => message.id === id);
  const sent = found && sentRanges(view).some(({ from, to }) => found.after >= from && found.after < to);
  return sent ? told(sizeOf(found.message, run.recording.counting)) : null;
}

/** The message itself: a result that a repair put in after it is one of its own. */
function ofStored(run: Run, view: RequestView, index: number): SentSize | null {
  if (index >= view.to) return null;
  if (view.lifted?.index === index) return told(view.lifted.size);
  if (index < view.from || isPruned(view, index)) return told(NO_SIZE);
  const put = indexOf(run).inserted.filter(({ after }) => after === index);
  const own = (column: number): number =>
    put.reduce(
      (rest, { message }) => rest - (sizeOf(message, run.recording.counting)[column] as number),
      sumRange(view, column, index, index + 1),
    );
  return { tokens: own(COLUMN.tokens), bytes: own(COLUMN.bytes) };
}

/**
 * What the request of a step holds of a message: nothing where a summary stands for it or it is left out; null where
 * it is not there yet, or no longer made. Throws RangeError for a step that there is not.
 */
export function sentSize(run: Run, step: number, at: MessageAddress): SentSize | null {
  const { view } = stepOf(run, step);
  if ("special" in at) return ofSpecial(view, at.special);
  return "inserted" in at ? ofInserted(run, view, at.inserted) : ofStored(run, view, at.index);
}

import type { Mark } from "../model/mark.ts";
import type { ImportedMessage, PartSink } from "./importer.ts";
import type { WireMessage } from "./wire-message.ts";

/** A message whose content the sink has taken, called `id`; `names` as for `PartSink.keep`. */
export function keptMessage(
  { id: recorded, role, parts, seen, meta }: WireMessage,
  sink: PartSink,
  names: boolean = role === "user",
  id: string = recorded,
): ImportedMessage {
  const kept = [sink.keep(parts, names)];
  const told = meta && Object.keys(meta).length > 0 ? meta : undefined;
  // Each form spelled out: an object that is added to takes half as much memory again, and there may be very many.
  if (seen) {
    const both = { id, role, kept, seen: [sink.keep(seen, false)] };
    return told ? { ...both, meta: told } : both;
  }
  return told ? { id, role, kept, meta: told } : { id, role, kept };
}

/** Messages whose content the sink has taken, with the marks that stand before and after them in their places. */
export function keptMessages(
  messages: readonly WireMessage[],
  sink: PartSink,
): { readonly messages: ImportedMessage[]; readonly marks: Mark[] } {
  const kept: ImportedMessage[] = [];
  const marks: Mark[] = [];
  for (const message of messages) {
    for (const mark of message.marks ?? []) marks.push({ ...mark, at: kept.length });
    kept.push(keptMessage(message, sink));
    for (const mark of message.marksAfter ?? []) marks.push({ ...mark, at: kept.length });
  }
  return { messages: kept, marks };
}

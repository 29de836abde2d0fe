import { isJsonObject, stringField } from "../model/json.ts";
import type { Importer } from "./importer.ts";
import { eventsOf, isEvent, OpenHandsSession } from "./openhands-session.ts";

/** OpenHands: events of both generations, in a list, in a trajectory, in an evaluation's output, or one a line. */
export const openHands: Importer = {
  format: "openhands",
  recognise(records) {
    const own = records.filter(isOwn).length;
    return own * 2 > records.length
      ? { score: 0.95, because: `${own} of ${records.length} records are its events, or hold them` }
      : { score: 0, because: "" };
  },
  open: (sink) => new OpenHandsSession(sink),
  streams: ([key, ...more]) => more.length === 0 && [undefined, "trajectory", "history"].includes(key),
};

/** An event, or what holds mostly events. A conversation's own state stands among the events of newer versions. */
function isOwn(record: unknown): boolean {
  if (isEvent(record)) return true;
  const events = eventsOf(record)?.slice(0, 50) ?? [];
  if (events.length === 0)
    return isJsonObject(record) && stringField(record, "execution_status") !== undefined;
  return events.filter(isEvent).length * 2 > events.length;
}

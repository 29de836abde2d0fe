import type { ThreadRow } from "../../core/contract/rows.ts";
import type { GroundTruth, TruthMark, TruthScore } from "../../core/model/ground-truth.ts";
import type { ImportReport } from "../../core/model/report.ts";
import { SENSITIVE_KINDS, type SensitiveFinding, type SensitivePlace } from "../../core/model/sensitive.ts";
import { count, some } from "./output.ts";

/** How many bad places, and places of a secret, are listed for people; JSON lists more. */
const listedSpans = 10;
const listedPlaces = 3;

/** What was read of a file and what was not, for people. */
export function reportLines({ lines, badSpans, notes, sensitive }: ImportReport): string[] {
  const bad = badSpans
    .slice(0, listedSpans)
    .map(
      ({ line, offset, bytes, reason }) =>
        `  bad: line ${line}, byte ${offset}, ${some(bytes, "byte")}: ${reason}`,
    );
  const more = lines.bad - bad.length;
  return [
    `  records: ${count(lines.read)} read, ${count(lines.bad)} not`,
    ...bad,
    ...(more > 0
      ? [`  … and ${count(more)} more that could not be read (--json lists ${badSpans.length})`]
      : []),
    ...notes.map(({ kind, what, count: times, line }) => {
      return `  ${kind}: ${what}${times > 1 ? ` (${count(times)} times)` : ""}${line ? `, first in line ${line}` : ""}`;
    }),
    ...(sensitive ?? []).map(sensitiveLine),
  ];
}

function placeOf(place: SensitivePlace): string {
  const where = "line" in place ? `line ${place.line}` : `${place.thread} message ${place.message}`;
  return `${where} ${place.field}`.trim();
}

function sensitiveLine({ kind, what, count: times, places, morePlaces }: SensitiveFinding): string {
  const more = places.length - listedPlaces + morePlaces;
  const listed = places.slice(0, listedPlaces).map(placeOf);
  const where = [...listed, ...(more > 0 ? [some(more, "more place")] : [])].join("; ");
  return `  seen: ${SENSITIVE_KINDS[kind].toLowerCase()}: ${what}, ${some(times, "time")} (${where})`;
}

function percent(share: number | null): string {
  return share === null ? "–" : `${Math.round(share * 100)} %`;
}

function scoreWords({ both, vendorOnly, profileOnly, precision, recall }: TruthScore): string {
  return `both ${count(both)}, vendor only ${count(vendorOnly)}, profile only ${count(profileOnly)}; precision ${percent(precision)}, recall ${percent(recall)}`;
}

function truthLine(mark: TruthMark): string {
  const assumed = mark.assumed ? ", taken to be all before it" : "";
  return `    before step ${mark.step}: ${mark.label} (${mark.of}${assumed}): ${scoreWords(mark)}`;
}

/** The vendor's own management beside a profile's, for people. */
export function truthLines({ thread, profile, marks, moreMarks }: GroundTruth): string[] {
  const head = `  ground truth of thread ${thread} beside the profile ${profile}:`;
  const more = moreMarks > 0 ? [`    … and ${count(moreMarks)} more`] : [];
  return [head, ...marks.map(truthLine), ...more];
}

/** A thread in a line. */
export function threadLine(row: ThreadRow): string {
  const { id, lane, messages, turns, steps, toolCalls, toolResults, tokens, branch } = row;
  const left = branch ? `, leaves ${branch.of} after message ${branch.shared}` : "";
  const shape = `${some(messages, "message")}, ${some(turns, "turn")}, ${some(steps, "step")}`;
  const tools = `${some(toolCalls, "call")}, ${some(toolResults, "result")}`;
  return `  thread ${id} (${lane}${left}): ${shape}, ${tools}, about ${some(tokens, "token")}`;
}

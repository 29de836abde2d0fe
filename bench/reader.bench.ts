// What reading takes, without a library: lines and large documents against JSON.parse of the same records, both by the
// time of this thread alone, so that what else the machine does counts little.
import { createReader } from "../core/importers/read.ts";
import { decodeUtf8 } from "../host/files/decode.ts";
import { findQuickly, quickToSearch } from "../host/files/source.ts";
import { measureNatively } from "../host/measure.ts";
import { median, report, spentOn } from "./ratio.ts";
import { isLines, type Shape, shapes } from "./shapes.ts";

measureNatively();

const MB = 1e6;
const bytes = 80 * MB;
const pieceBytes = 2 ** 20;
const tries = 11;
/** A reader is half as fast as JSON.parse. */
const bound = 2;

function recordsOf({ records }: Shape): string[] {
  const all: string[] = [];
  let length = 0;
  for (const record of records()) {
    // As a file gives it: flat, and not yet looked at.
    all.push(Buffer.from(record).toString());
    length += record.length;
    if (length >= bytes) break;
  }
  return all;
}

function read(file: Uint8Array): void {
  let kept = 0;
  const reader = createReader({
    sink: { keep: () => kept++ },
    decode: decodeUtf8,
    quick: quickToSearch,
    find: findQuickly,
  });
  for (let at = 0; at < file.length; at += pieceBytes) reader.push(file.subarray(at, at + pieceBytes));
  reader.end();
}

for (const shape of shapes) {
  const records = recordsOf(shape);
  const file = Buffer.from(shape.before + records.join(shape.between) + shape.after);
  const all = Array.from({ length: tries }, () => ({
    parse: spentOn(() => records.map((text) => JSON.parse(text) as unknown)).cpu,
    read: spentOn(() => read(file)).cpu,
  }));
  const ratio = median(all.map((one) => one.read / one.parse));
  const [took, parse] = [median(all.map((one) => one.read)), median(all.map((one) => one.parse))];
  const what = isLines(shape) ? "reading lines" : `reading ${shape.name}`;
  report(`${what}, ${bytes / MB} MB`, ratio, bound, `${took.toFixed(0)} ms of ${parse.toFixed(0)} ms`);
}

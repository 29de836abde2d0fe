import type { StreamPlace, StreamRest } from "./json-stream-taker.ts";

const NEWLINE = 10;

/** Where in the file a byte of what is left of a document stands, from the index of the byte there. */
export function placeInRest({ bytes, seams }: StreamRest, at: number): StreamPlace {
  const seam = seams.findLast((one) => one.at <= at);
  if (!seam) return { line: 1, offset: at };
  let { line } = seam.place;
  for (let next = bytes.indexOf(NEWLINE, seam.at); next >= 0 && next < at; line++)
    next = bytes.indexOf(NEWLINE, next + 1);
  return { line, offset: seam.place.offset + at - seam.at };
}

import type { WireResult } from "./exchange.ts";
import { mediaText } from "./media.ts";
import type { Notes } from "./notes.ts";

/** The texts of a result joined, with a text in the place of each media part that `isSent` does not hold for. */
export function joinedText(
  { parts }: WireResult,
  notes: Notes,
  isSent: (at: number) => boolean = () => false,
): string {
  let joined = "";
  parts.forEach((part, at) => {
    if (part.type === "text") joined += part.text;
    else if (!isSent(at)) joined += mediaText(part, notes);
  });
  return joined;
}

/** For providers without an error flag: an error's text says that it is one. */
export function toldAsError(isError: boolean, text: string): string {
  if (!isError || /^\W*error\b/i.test(text)) return text;
  return text === "" ? "Error" : `Error: ${text}`;
}

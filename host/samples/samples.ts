import type { SampleRow } from "../../core/contract/methods.ts";
import failingTail from "./failing-tail.jsonl?raw";
import longSession from "./long-session.jsonl?raw";
import parallelLogs from "./parallel-logs.jsonl?raw";

/** A built-in session: its row in the list, the name of its file, and its text. */
export interface Sample extends SampleRow {
  readonly file: string;
  readonly text: () => string;
}

/** The sessions that were written for the project; `scripts/make-samples.mjs` writes their files. */
export const SAMPLES: readonly Sample[] = [
  {
    id: "failing-tail",
    title: "The failure in the tail",
    shows:
      "Two test logs of over 100 KB whose only failure stands in the last lines: a preview of the head hides it, head " +
      "and tail show it. With parallel calls, an edit that fails and a call that nobody answered.",
    file: "failing-tail.jsonl",
    text: () => failingTail,
  },
  {
    id: "long-session",
    title: "Fourteen modules, one clock",
    shows:
      "55 steps and 180,000 tokens: a summary is made twice, and the last question needs two rules from the first " +
      "message.",
    file: "long-session.jsonl",
    text: () => longSession,
  },
  {
    id: "parallel-logs",
    title: "Four logs at once",
    shows:
      "Logs of 70 to 100 KB in one parallel batch: a spill takes every one, offload only those over 20,000 tokens, and " +
      "the answer quotes a line from the middle of one.",
    file: "parallel-logs.jsonl",
    text: () => parallelLogs,
  },
];

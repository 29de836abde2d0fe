import { type Maybe, chain } from "../../lib/maybe.ts";
import type { Fault } from "../../model/fault.ts";
import type { CompressorConfig } from "../../model/profile.ts";
import type { CompressorInput, CompressorPort } from "../middleware.ts";
import { type Written, written } from "../written.ts";
import { extractiveSummary } from "./extractive.ts";

/** The newest compaction text that the recording itself has for the covered messages. */
function recordedSummary(input: CompressorInput): string {
  const marks = input.recording.thread.marks ?? [];
  const found = marks.findLast((mark) => mark.summary !== undefined && mark.at <= input.end);
  if (found?.summary === undefined) throw new Error("the recording has no summary of these messages");
  return found.summary;
}

function modelSummary(input: CompressorInput, port: CompressorPort): Maybe<string> {
  if (!port.model) throw new Error("no model is at hand: a model compressor works in live runs only");
  return port.model(input);
}

/** A fault stands in for the compressor: what a failing one gives. */
function faultySummary(input: CompressorInput, faults: readonly Fault[]): string | undefined {
  if (faults.some((fault) => fault.kind === "compressor-fails"))
    throw new Error("the compressor failed (fault)");
  if (faults.some((fault) => fault.kind === "compressor-empty")) return "";
  if (!faults.some((fault) => fault.kind === "compressor-longer")) return undefined;
  const covered = JSON.stringify(input.messages);
  return covered + covered;
}

/** Writes a summary. Throws, or rejects, when it cannot; a blank one is the caller's to refuse. */
export function compress(
  config: CompressorConfig,
  input: CompressorInput,
  port: CompressorPort,
  faults: readonly Fault[],
): Maybe<Written> {
  const faulty = faultySummary(input, faults);
  if (faulty !== undefined) return written(faulty);
  switch (config.kind) {
    case "extractive":
      return extractiveSummary(input);
    case "recorded":
      return written(recordedSummary(input));
    case "fixed":
      return written(config.text);
    case "model":
      return chain(modelSummary(input, port), written);
  }
}

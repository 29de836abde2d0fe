import type { Message } from "../model/message.ts";
import type { SummarizeConfig } from "../model/profile.ts";
import type { Recording } from "../model/recording.ts";
import { type Size, sizeOf, sizeOfUserText } from "../model/size.ts";
import type { RequestView, SizedMessage } from "./request-view.ts";
import { type FramedSummary, frameSummary } from "./summary-message.ts";
import { type SummaryState, WrittenState, coveredEndOf, summaryOf } from "./summary-state.ts";
import { written } from "./written.ts";

/** A summary in force: framed, sized, and how far it reaches. */
export interface InForce {
  readonly state: SummaryState;
  readonly framed: FramedSummary;
  readonly sized: SizedMessage;
  readonly end: number;
  readonly recording: Recording;
}

/** A summary in force as it was framed last, and the bound that it was framed within. */
export interface KeptInForce {
  readonly bound: number;
  readonly made: InForce;
}

/** Those of states that a thread or a checkpoint brought; the others keep their own. */
const brought = new WeakMap<SummaryState, KeptInForce>();

function keptOf(state: SummaryState): KeptInForce | undefined {
  return state instanceof WrittenState ? state.framed : brought.get(state);
}

/** Frames a summary; the same state gives the same message object, at every step and in every replay of a stretch. */
function frame(state: SummaryState, end: number, config: SummarizeConfig, recording: Recording): InForce {
  const bound = config.maxSummaryTokens;
  const known = keptOf(state);
  if (known?.bound === bound && known.made.end === end && known.made.recording === recording)
    return known.made;
  return putInForce(
    state,
    frameSummary(written(state.text), state.coversThrough, bound),
    end,
    config,
    recording,
  );
}

/** A summary as requests have it: a run needs its size alone. */
class SizedSummary implements SizedMessage {
  readonly size: Size;
  private readonly framed: FramedSummary;

  constructor(framed: FramedSummary, size: Size) {
    this.framed = framed;
    this.size = size;
  }

  get message(): Message {
    return this.framed.message;
  }
}

/** Makes a framed summary the one in force for a state. */
export function putInForce(
  state: SummaryState,
  framed: FramedSummary,
  end: number,
  config: SummarizeConfig,
  recording: Recording,
): InForce {
  const sized = new SizedSummary(framed, sizeOfUserText(framed, recording.counting));
  const made = { state, framed, sized, end, recording };
  const kept = { bound: config.maxSummaryTokens, made };
  if (state instanceof WrittenState) state.keepFramed(kept);
  else brought.set(state, kept);
  return made;
}

/** The summary of a state value, when it is in force within the first `length` messages. */
export function currentOf(
  value: unknown,
  length: number,
  config: SummarizeConfig,
  recording: Recording,
): InForce | undefined {
  const state = summaryOf(value);
  const end = coveredEndOf(state, recording, length);
  return state && end > 0 ? frame(state, end, config, recording) : undefined;
}

type Lifted = NonNullable<RequestView["lifted"]>;

/** Messages of recordings that were lifted as they were recorded: one is lifted by every step of a turn. */
const asRecorded = new WeakMap<Recording, Map<number, Lifted>>();

function liftedIn(recording: Recording): Map<number, Lifted> {
  const known = asRecorded.get(recording);
  if (known) return known;
  const made = new Map<number, Lifted>();
  asRecorded.set(recording, made);
  return made;
}

function liftedAsRecorded(message: Message, index: number, recording: Recording): Lifted {
  const all = liftedIn(recording);
  const known = all.get(index);
  if (known) return known;
  const made = { message, size: recording.raw.amounts(index), index };
  all.set(index, made);
  return made;
}

/** The newest user message when it is covered and the profile pins it. */
function liftedOf(
  request: RequestView,
  end: number,
  config: SummarizeConfig,
  recording: Recording,
): RequestView["lifted"] {
  const index = recording.lastUser[request.to] ?? -1;
  if (!config.pinNewestUser || index < 0 || index >= end) return undefined;
  const message = request.sent.at(index)[0];
  if (!message) return undefined;
  if (message === recording.thread.messages[index]) return liftedAsRecorded(message, index, recording);
  return { message, size: sizeOf(message, recording.counting), index };
}

/** Whether a request has the summary already: as the committed state has it, before any wrapper shaped it. */
function isApplied({ summary, from }: RequestView, { sized, end }: InForce): boolean {
  return summary === sized && from === end;
}

/** The request with a summary in the place of the messages that it covers. */
export function applied(
  request: RequestView,
  summary: InForce | undefined,
  config: SummarizeConfig,
  recording: Recording,
): RequestView {
  if (!summary || isApplied(request, summary)) return request;
  const lifted = liftedOf(request, summary.end, config, recording);
  return { ...request, summary: summary.sized, lifted, from: summary.end };
}

import type { Disposition } from "./disposition.ts";
import type { MarkKind } from "./mark.ts";
import type { Role } from "./message.ts";

/** One thing that a vendor took out of the context, or that the profile's run did: a result, or a whole message. */
export interface TruthRow {
  /** Index of the message, and its id. */
  readonly message: number;
  readonly id: string;
  readonly role: Role;
  /** Of a result: the call that it answers, by its recorded id and the tool's name. */
  readonly callId?: string;
  readonly tool?: string;
  /** Size as recorded; estimated by the profile's counter. */
  readonly tokens: number;
  readonly vendor: boolean;
  /** What the profile's run made of it in the request of the step. Anything but `kept` counts as taken out. */
  readonly profile: Disposition;
}

/** How two decisions about the same things agree. Shares are of 1, null where there is nothing to divide by. */
export interface TruthScore {
  readonly both: number;
  readonly vendorOnly: number;
  readonly profileOnly: number;
  readonly neither: number;
  /** Of what the profile took out, the share that the vendor took out, too. */
  readonly precision: number | null;
  /** Of what the vendor took out, the share that the profile took out, too. */
  readonly recall: number | null;
}

/** One act of the vendor's own context management beside what the profile's run did up to the same request. */
export interface TruthMark extends TruthScore {
  /** Position among the marks of the thread, from 0. */
  readonly mark: number;
  readonly kind: MarkKind;
  readonly label: string;
  /** Index of the message that the mark stands before. */
  readonly at: number;
  /** The first step whose request comes after it; the last one of the run when none does. */
  readonly step: number;
  /** Tokens as the vendor reported them, where it did. */
  readonly tokensBefore?: number;
  readonly tokensSaved?: number;
  /** Tokens of the profile's request at the step; estimated. */
  readonly requestTokens: number;
  /** What is compared. */
  readonly of: "results" | "messages";
  /** True where the recording does not say what was taken out: then it is everything before the mark. */
  readonly assumed: boolean;
  /** What either of them took out, in order; at most `MAX_TRUTH_ROWS`. */
  readonly rows: readonly TruthRow[];
  readonly moreRows: number;
}

/** The vendor's own management of a thread beside a profile's. */
export interface GroundTruth {
  readonly thread: string;
  readonly profile: string;
  readonly marks: readonly TruthMark[];
  /** How many later marks were not compared. */
  readonly moreMarks: number;
  /** All marks together: those of results, and those of messages. */
  readonly results: TruthScore;
  readonly messages: TruthScore;
}

/** How many marks of a thread are compared. */
export const MAX_TRUTH_MARKS = 200;

/** How many rows of a mark are listed. */
export const MAX_TRUTH_ROWS = 500;

import { askWindow } from "../analysis/ask-window.ts";
import { find } from "../analysis/find.ts";
import { groundTruth } from "../analysis/ground-truth.ts";
import { moneyReport, reportedStep } from "../analysis/money-report.ts";
import { parseFind } from "../analysis/find-query.ts";
import { previewReport } from "../analysis/preview.ts";
import { readReport } from "../analysis/read-report.ts";
import { storeReport } from "../analysis/store-report.ts";
import { summaryReport } from "../analysis/summary-report.ts";
import { wireReport, wireSize } from "../analysis/wire-report.ts";
import type { Run } from "../engine/run.ts";
import { readPrices } from "../model/price.ts";
import type { Params, ReadParams, Result } from "./methods.ts";

/** Calls that ask something of one run, and nothing else. */
export type RunQuestion =
  | "run.ask"
  | "run.preview"
  | "run.read"
  | "run.summary"
  | "run.stores"
  | "run.wire"
  | "run.wire-size"
  | "run.find"
  | "run.money"
  | "run.reported"
  | "run.truth";

/** Only what was given: an answer reads an absent field, not one that is undefined. */
function asked({ offset, limit, start, search }: ReadParams) {
  return {
    ...(offset === undefined ? {} : { offset }),
    ...(limit === undefined ? {} : { limit }),
    ...(start === undefined ? {} : { start }),
    ...(search === undefined ? {} : { search }),
  };
}

/** What answers each question about a run. They throw RangeError for a step or a message that is not there. */
export const RUN_ANSWERS: { readonly [M in RunQuestion]: (run: Run, params: Params<M>) => Result<M> } = {
  "run.ask": (run, { step, text }) => askWindow(run, step, text),
  "run.preview": (run, { step, index }) => previewReport(run, step, index),
  "run.read": (run, params) => readReport(run, params.step, params.target, asked(params), params.maxChars),
  "run.summary": (run, { step }) => summaryReport(run, step),
  "run.stores": (run, { step }) => storeReport(run, step),
  "run.wire": (run, { step, provider }) => wireReport(run, step, provider),
  "run.wire-size": (run, { step, provider }) => wireSize(run, step, provider),
  "run.money": (run, { step, table }) => moneyReport(run, step, readPrices(table)),
  "run.reported": (run, { step }) => reportedStep(run, step),
  "run.truth": (run) => groundTruth(run),
  "run.find": (run, { step, query }) => find(run, step, parseFind(query).terms),
};

/** The questions there are. */
export const RUN_QUESTIONS = Object.keys(RUN_ANSWERS) as readonly RunQuestion[];

/** Answers one question about a run. Throws RangeError for a step or a message that is not there. */
export function answerRun(question: RunQuestion, run: Run, params: RunParams): unknown {
  return (RUN_ANSWERS[question] as (run: Run, params: RunParams) => unknown)(run, params);
}

/** What every question is asked with: the handle of the run, and more by its schema. */
export interface RunParams {
  readonly run: string;
}

/** A handler for each question. */
export type QuestionHandlers = {
  [M in RunQuestion]: (params: Params<M>, context?: unknown) => Promise<Result<M>>;
};

/** Handlers of all questions, made of what answers any of them. */
export function questionHandlers(
  answer: (question: RunQuestion, params: RunParams) => Promise<unknown>,
): QuestionHandlers {
  const handlers = RUN_QUESTIONS.map((name) => [name, (params: RunParams) => answer(name, params)] as const);
  return Object.fromEntries(handlers) as unknown as QuestionHandlers;
}

import { type Run, stepOf } from "../engine/run.ts";
import { indexAtUnits } from "../lib/utf8.ts";
import type { ReadReport } from "../model/run-answers.ts";
import { sizeOfText } from "../model/size.ts";
import { READ_TOOL_RESULT } from "../model/tool.ts";
import type { JsonObject } from "../model/json.ts";
import { toolsOf } from "../policies/request-view.ts";
import { readingTools } from "../policies/stack.ts";
import { type ReadAsked, readBack } from "./read-back.ts";
import { storedTexts } from "./stored-texts.ts";

/** The tool of the request that reads files, else the first that the profile names. */
function readerName(run: Run, step: number): string {
  const { readTools } = readingTools(run.profile);
  const offered = toolsOf(stepOf(run, step).view).map(({ name }) => name);
  return offered.find((name) => readTools.includes(name)) ?? readTools[0] ?? "read";
}

/** The call that the model would make to read so. */
function callFor(
  run: Run,
  step: number,
  target: string,
  asked: ReadAsked,
): { name: string; given: JsonObject } {
  const { offset, limit, start, search } = asked;
  const from = start ?? (offset === undefined ? undefined : String(offset));
  const isPage = storedTexts(run, step).some(
    (one) => one.store === "page" && (one.identity === target || one.path === target),
  );
  const words = search === undefined ? {} : { search };
  if (isPage)
    return {
      name: READ_TOOL_RESULT,
      given: { identity: target, ...(from === undefined ? {} : { start: from }), ...words },
    };
  const range = {
    ...(from === undefined ? {} : { offset: start ?? offset ?? 1 }),
    ...(limit === undefined ? {} : { limit }),
  };
  return { name: readerName(run, step), given: { path: target, ...range, ...words } };
}

/**
 * What the model could read back when a step was asked, and what that would cost: the tokens of the call and of its
 * answer, each by the run's counter. The text is cut to `maxChars` UTF-16 units. Throws RangeError for no such step.
 */
export function readReport(
  run: Run,
  step: number,
  target: string,
  asked: ReadAsked,
  maxChars: number,
): ReadReport {
  const { counting } = run.recording;
  const { text, ...answer } = readBack(run, step, target, asked);
  const { name, given } = callFor(run, step, target, asked);
  const args = JSON.stringify(given);
  const kept = text.slice(0, indexAtUnits(text, maxChars));
  return {
    ...answer,
    text: kept,
    omitted: text.length - kept.length,
    callTokens: sizeOfText(name, counting).tokens + sizeOfText(args, counting).tokens,
    answerTokens: sizeOfText(text, counting).tokens,
    call: { name, arguments: args },
  };
}

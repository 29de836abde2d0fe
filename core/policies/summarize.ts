import { counted } from "../lib/counted.ts";
import { type Maybe, chain, isPromise } from "../lib/maybe.ts";
import type { Measure } from "../model/event.ts";
import type { SummarizeConfig } from "../model/profile.ts";
import { COLUMN } from "../model/size.ts";
import { compress } from "./compressors/compress.ts";
import { CoveredInput } from "./covered-input.ts";
import { FiredDetail } from "./fired-detail.ts";
import { type InForce, applied, currentOf, putInForce } from "./in-force.ts";
import { isPast, measured } from "./measured.ts";
import type {
  Middleware,
  ModelContext,
  ModelResponse,
  Quiet,
  QuietContext,
  StateUpdate,
} from "./middleware.ts";
import { nextPast } from "./next-past.ts";
import { type RequestView, sumRange } from "./request-view.ts";
import { type SafeCut, safeCut } from "./safe-cut.ts";
import { bodyRoom, frameSummary } from "./summary-message.ts";
import { GUARD_KEY, type Guard, guardOf, guardTelling, wasTold } from "./summary-guard.ts";
import { SUMMARY_KEY, endOf, stateOf, summaryOf } from "./summary-state.ts";
import { limitOf } from "./summary-trigger.ts";
import type { Written } from "./written.ts";

/** Events that it writes for results. */
const noResults = (): number => 0;

/** What a fire works on. */
interface Attempt {
  readonly request: RequestView;
  readonly view: RequestView;
  readonly current: InForce | undefined;
  readonly measure: Measure;
  readonly cut: SafeCut;
  readonly wanted: number;
}

/** Replaces older messages with a summary past a trigger (policies, 3.1). */
export function createSummarize(config: SummarizeConfig): Middleware {
  const limit = limitOf(config);

  /** A summary whose id no message of the thread has is void: it is taken out of the state, with an event. */
  function voided(context: ModelContext): StateUpdate[] {
    const state = summaryOf(context.state[SUMMARY_KEY]);
    if (!state || endOf(state, context.recording) > 0) return [];
    const detail = { reason: "no-such-message", coversThrough: state.coversThrough };
    context.emit({ policy: "summarize", action: "summary-void", subject: {}, detail });
    return [{ key: SUMMARY_KEY, apply: () => undefined }];
  }

  function pass(context: ModelContext, measure: Measure, reason?: string): void {
    const passed = { policy: "summarize", action: "passed", subject: {}, measured: measure, limit } as const;
    context.emit(reason === undefined ? passed : { ...passed, detail: { reason } });
  }

  /** The event of a stored summary that is sent again; its text only when the ledger has not given it yet. */
  function tellApplied(context: ModelContext, summary: InForce, lifted: string | undefined): StateUpdate[] {
    const { framed, end, state } = summary;
    const news = !wasTold(guardOf(context.state[GUARD_KEY]), framed);
    const covers = { coversThrough: state.coversThrough, covered: end };
    const applies = lifted === undefined ? covers : { ...covers, lifted };
    const seq = context.emit({
      policy: "summarize",
      action: news && framed.cut ? "summary-cut" : "summary-applied",
      subject: {},
      detail: news ? { ...applies, text: framed.text } : applies,
    });
    return news && seq > 0
      ? [{ key: GUARD_KEY, apply: (value) => guardTelling(guardOf(value), framed) }]
      : [];
  }

  function alarms(context: ModelContext, view: RequestView, end: number): Partial<Omit<Guard, "told">> {
    const { recording } = context;
    const guard = guardOf(context.state[GUARD_KEY]);
    const first = recording.thread.messages.findIndex((message) => message.role === "user");
    const newest = recording.lastUser[view.to] ?? -1;
    const seen = (index: number): boolean => index < 0 || index >= end || view.lifted?.index === index;
    const alarm = (index: number, lost: "task" | "newest-user"): string => {
      const message = recording.thread.messages[index]?.id ?? "";
      context.emit({ policy: "summarize", action: "alarm", subject: { message }, detail: { lost } });
      return message;
    };
    const told: { taskLost?: boolean; userLost?: string } = {};
    if (!guard.taskLost && !seen(first)) {
      alarm(first, "task");
      told.taskLost = true;
    }
    const newestId = recording.thread.messages[newest]?.id;
    if (newestId !== undefined && guard.userLost !== newestId && !seen(newest))
      told.userLost = alarm(newest, "newest-user");
    return told;
  }

  function refuse(context: ModelContext, attempt: Attempt, reason: string, note?: string): void {
    context.emit({
      policy: "summarize",
      action: "refused",
      subject: {},
      measured: attempt.measure,
      limit,
      detail: { reason, ...(note === undefined ? {} : { note }) },
    });
  }

  /** Why a fire would be in vain, or undefined when it may go on. */
  function vain(context: ModelContext, { cut, current: old, request }: Attempt): string | undefined {
    const from = old?.end ?? 0;
    if (cut.at <= from) return "cannot-fit";
    if (!guardOf(context.state[GUARD_KEY]).over) return undefined;
    const tenth = "tokens" in config.trigger ? config.trigger.tokens / 10 : 0;
    const newly = sumRange(request, COLUMN.chars4, from, cut.at);
    return newly < Math.max(config.maxSummaryTokens, tenth) ? "cannot-fit" : undefined;
  }

  /** Where the messages begin that a compressor is given: the newest ones that it can take. */
  function inputStart({ request, current, cut }: Attempt): number {
    const bound = config.maxCompressorInputTokens;
    let start = current?.end ?? 0;
    if (bound > 0) while (start < cut.at && sumRange(request, COLUMN.chars4, start, cut.at) > bound) start++;
    return start;
  }

  function write(context: ModelContext, attempt: Attempt): Maybe<Written> {
    const { recording } = context;
    const { request, cut } = attempt;
    const start = inputStart(attempt);
    const input = new CoveredInput(request, start, cut.at, {
      previous: attempt.current?.framed.body,
      maxChars: bodyRoom(config.maxSummaryTokens),
      recording,
    });
    const text = compress(config.compressor, input, context.compressors, context.faults);
    if (config.compressor.kind === "model") context.accounted({ usage: undefined });
    return text;
  }

  /** The new summary when it is worth having, else undefined with the reason in the ledger. */
  function judge(context: ModelContext, attempt: Attempt, body: Written): InForce | undefined {
    if (body.isBlank) {
      refuse(context, attempt, "empty");
      return undefined;
    }
    const end = attempt.cut.at;
    const coversThrough = context.recording.thread.messages[end - 1]?.id ?? "";
    const framed = frameSummary(body, coversThrough, config.maxSummaryTokens);
    const state = stateOf(framed, coversThrough);
    const next = putInForce(state, framed, end, config, context.recording);
    const old = attempt.current;
    const covered =
      sumRange(attempt.request, COLUMN.chars4, old?.end ?? 0, end) +
      (old ? (old.sized.size[COLUMN.chars4] as number) : 0);
    if ((next.sized.size[COLUMN.chars4] as number) < covered) return next;
    refuse(context, attempt, "not-smaller");
    return undefined;
  }

  function tellFired(context: ModelContext, attempt: Attempt, next: InForce, view: RequestView): void {
    const { recording } = context;
    const { messages } = recording.thread;
    const { cut, wanted, current: old } = attempt;
    const after = measured(view, limit);
    context.emit({
      policy: "summarize",
      action: "fired",
      subject: {},
      measured: attempt.measure,
      limit,
      detail: new FiredDetail(next, {
        coveredFrom: messages[old?.end ?? 0]?.id ?? "",
        cutWanted: wanted,
        cutAt: cut.at,
        heldBy: cut.heldBy === undefined ? undefined : (messages[cut.heldBy]?.id ?? ""),
        lifted: view.lifted?.message.id,
        note: `${counted(after.value)} ${after.unit} after`,
      }),
    });
    if (next.framed.cut)
      context.emit({
        policy: "summarize",
        action: "summary-cut",
        subject: {},
        limit: { name: "maxSummaryTokens", value: config.maxSummaryTokens, unit: "tokens" },
        detail: {
          coversThrough: next.state.coversThrough,
          covered: next.end,
          omittedBytes: next.framed.cutBytes,
          ...(view.lifted ? { lifted: view.lifted.message.id } : {}),
        },
      });
  }

  function commit(
    context: ModelContext,
    attempt: Attempt,
    next: InForce,
  ): { view: RequestView; updates: StateUpdate[] } {
    const view = applied(attempt.request, next, config, context.recording);
    tellFired(context, attempt, next, view);
    const over = isPast(measured(view, limit), limit);
    if (over)
      context.emit({
        policy: "summarize",
        action: "warned",
        subject: {},
        measured: measured(view, limit),
        limit,
        detail: { reason: "cannot-fit" },
      });
    const lost = alarms(context, view, next.end);
    const guard = guardTelling(guardOf(context.state[GUARD_KEY]), next.framed, { ...lost, over });
    return {
      view,
      updates: [
        { key: SUMMARY_KEY, apply: () => next.state },
        { key: GUARD_KEY, apply: () => guard },
      ],
    };
  }

  function fire(
    context: ModelContext,
    attempt: Attempt,
  ): Maybe<{ view: RequestView; updates: StateUpdate[] } | undefined> {
    const done = (body: Written): ReturnType<typeof commit> | undefined => {
      const next = judge(context, attempt, body);
      return next ? commit(context, attempt, next) : undefined;
    };
    const failed = (error: unknown): undefined =>
      refuse(context, attempt, "failed", error instanceof Error ? error.message : "") as undefined;
    try {
      const body = write(context, attempt);
      return isPromise(body) ? body.then(done, failed) : done(body);
    } catch (error) {
      return failed(error);
    }
  }

  function unchanged(context: ModelContext, attempt: Attempt): { view: RequestView; updates: StateUpdate[] } {
    const { current: old, view } = attempt;
    return { view, updates: old ? tellApplied(context, old, view.lifted?.message.id) : [] };
  }

  /** The request that goes out at this step, with what it changes in the state. */
  function manage(
    request: RequestView,
    context: ModelContext,
  ): Maybe<{ view: RequestView; updates: StateUpdate[] }> {
    const old = currentOf(context.state[SUMMARY_KEY], context.stored.length, config, context.recording);
    const view = applied(request, old, config, context.recording);
    const measure = measured(view, limit);
    const wanted = request.to - config.keepRecent;
    const attempt = { request, view, current: old, measure, cut: safeCut(context.recording, wanted), wanted };
    if (!isPast(measure, limit)) {
      pass(context, measure);
      return unchanged(context, attempt);
    }
    const reason = vain(context, attempt);
    if (reason !== undefined) {
      pass(context, measure, reason);
      return unchanged(context, attempt);
    }
    return chain(fire(context, attempt), (fired) => fired ?? unchanged(context, attempt));
  }

  function quiet(from: number, context: QuietContext): Quiet {
    const { recording, state, stored: history, request } = context;
    const stored = summaryOf(state[SUMMARY_KEY]);
    const old = currentOf(stored, history.length, config, recording);
    if (stored && (!old || !wasTold(guardOf(state[GUARD_KEY]), old.framed)))
      return { until: from, eachStep: 0, results: noResults };
    const shape = (given: RequestView): RequestView => applied(given, old, config, recording);
    const view = shape(request);
    // A pinned message may change with the next user message: the promise ends there.
    const pinned = view.lifted ? (recording.figures.nextUser[from] as number) : Infinity;
    const until = Math.min(nextPast(from, context, view, limit), pinned);
    const promise = { until, eachStep: old ? 2 : 1, results: noResults };
    return old ? { ...promise, shape } : promise;
  }

  return {
    kind: "summarize",
    quiet,
    persisted: (request, state, recording) =>
      applied(request, currentOf(state[SUMMARY_KEY], request.to, config, recording), config, recording),
    writes: [SUMMARY_KEY, GUARD_KEY],
    wrapModelCall(request, context, next) {
      const gone = voided(context);
      return chain(manage(request, context), ({ view, updates }) => {
        const answer: Maybe<ModelResponse> = next(view);
        const all = gone.length > 0 ? [...gone, ...updates] : updates;
        if (all.length === 0) return answer;
        return chain(answer, (response) => ({
          ...response,
          updates: response.updates ? [...response.updates, ...all] : all,
        }));
      });
    },
  };
}

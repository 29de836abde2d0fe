import { CATEGORIES, type RunStepRow, type RunView } from "../model/run-view.ts";

/** Places of the numbers of a step; those of its categories come after them. */
const AT = {
  step: 0,
  turn: 1,
  message: 2,
  rawMessages: 3,
  rawTokens: 4,
  rawBytes: 5,
  messages: 6,
  tokens: 7,
  bytes: 8,
  prefix: 9,
  /** One more than the figure; 0 for none. */
  recent: 10,
  happened: 11,
  categories: 12,
} as const;
const WIDTH = AT.categories + CATEGORIES.length;
const [SYSTEM, TOOLS, SUMMARY] = ["system", "tools", "summary"].map((name) =>
  (CATEGORIES as readonly string[]).indexOf(name),
) as [number, number, number];

/** What is no number in a step's row. */
interface Happened extends Pick<RunStepRow, "actions"> {
  readonly breakReason: string | null;
}

/** Rows of steps as they are sent: the numbers of one step after those of the other, and the few words there are. */
export interface StepColumns {
  readonly figures: readonly number[];
  /** Each combination once: a step names its own by the place. */
  readonly happened: readonly Happened[];
}

/** A run as it is sent. */
export interface SentRun extends Omit<RunView, "steps"> {
  readonly steps: StepColumns;
}

/** A run as a window holds it. */
export interface ShownRun extends Omit<RunView, "steps"> {
  readonly steps: StepTable;
}

/** Packs the rows of a run. The fixed parts of a request are categories of it: they are not sent twice. */
export function stepColumns(rows: Iterable<RunStepRow>): StepColumns {
  const figures: number[] = [];
  const happened: Happened[] = [];
  const known = new Map<string, number>();
  for (const row of rows) {
    const { raw, request, cache, actions } = row;
    const key = JSON.stringify([cache.breakReason, actions]);
    const place = known.get(key) ?? happened.push({ actions, breakReason: cache.breakReason }) - 1;
    known.set(key, place);
    figures.push(row.step, row.turn, row.message, raw.messages, raw.tokens, raw.bytes);
    figures.push(request.messages, request.tokens, request.bytes, cache.prefixTokens);
    figures.push(row.recent === undefined ? 0 : row.recent + 1, place, ...row.categories);
  }
  return { figures, happened };
}

/** Packs a run for its way to a window. */
export function sentRun(run: RunView): SentRun {
  return { ...run, steps: stepColumns(run.steps) };
}

/** Unpacks a run in the window. */
export function shownRun(run: SentRun): ShownRun {
  return { ...run, steps: new StepTable(run.steps) };
}

/** Half as large where every number fits. */
function compact(figures: readonly number[]): Uint32Array | Float64Array {
  const fits = figures.every((value) => value >= 0 && value < 2 ** 32 && Number.isInteger(value));
  return fits ? Uint32Array.from(figures) : Float64Array.from(figures);
}

/** Rows of steps in columns: a tenth of what objects take. A row is made when it is asked for. */
export class StepTable {
  readonly #figures: Uint32Array | Float64Array;
  readonly #happened: readonly Happened[];
  readonly length: number;

  constructor({ figures, happened }: StepColumns) {
    this.#figures = compact(figures);
    this.#happened = happened;
    this.length = figures.length / WIDTH;
  }

  /** The rows of an array. */
  static of(rows: Iterable<RunStepRow>): StepTable {
    return new StepTable(stepColumns(rows));
  }

  /** The row at a position from 0; undefined outside. */
  at(position: number): RunStepRow | undefined {
    if (!(position >= 0 && position < this.length)) return undefined;
    const of = (column: number): number => this.#at(position, column);
    const { actions, breakReason } = this.#words(position);
    const categories = this.categories(position);
    const recent = of(AT.recent);
    return {
      step: of(AT.step),
      turn: of(AT.turn),
      message: of(AT.message),
      raw: { messages: of(AT.rawMessages), tokens: of(AT.rawTokens), bytes: of(AT.rawBytes) },
      request: {
        messages: of(AT.messages),
        tokens: of(AT.tokens),
        bytes: of(AT.bytes),
        systemTokens: categories[SYSTEM] ?? 0,
        toolTokens: categories[TOOLS] ?? 0,
        summaryTokens: categories[SUMMARY] ?? 0,
      },
      categories,
      cache: { prefixTokens: of(AT.prefix), breakReason },
      actions,
      ...(recent > 0 ? { recent: recent - 1 } : {}),
    };
  }

  *[Symbol.iterator](): Generator<RunStepRow> {
    for (let at = 0; at < this.length; at++) yield this.at(at) as RunStepRow;
  }

  /** Tokens of each category in the request. */
  categories(position: number): readonly number[] {
    return CATEGORIES.map((_, category) => this.category(position, category));
  }

  /** Tokens of one category in the request, by its place in CATEGORIES. */
  category(position: number, category: number): number {
    return this.#at(position, AT.categories + category);
  }

  /** Tokens of raw history, of the request, and of what a cache can hold of it. */
  rawTokens(position: number): number {
    return this.#at(position, AT.rawTokens);
  }

  tokens(position: number): number {
    return this.#at(position, AT.tokens);
  }

  prefixTokens(position: number): number {
    return this.#at(position, AT.prefix);
  }

  /** What a summary would leave beside itself; undefined where the profile has none. */
  recent(position: number): number | undefined {
    const recent = this.#at(position, AT.recent);
    return recent > 0 ? recent - 1 : undefined;
  }

  actions(position: number): RunStepRow["actions"] {
    return this.#words(position).actions;
  }

  breakReason(position: number): string | null {
    return this.#words(position).breakReason;
  }

  #words(position: number): Happened {
    return this.#happened[this.#at(position, AT.happened)] ?? { actions: [], breakReason: null };
  }

  #at(position: number, column: number): number {
    return this.#figures[position * WIDTH + column] ?? 0;
  }
}

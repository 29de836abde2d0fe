import type { ImportedThread } from "./importer.ts";
import { oneLine } from "./one-line.ts";

interface Node {
  readonly parent: string;
  readonly agent: string | undefined;
}

/** Where a call stands: the agents above it. */
interface Above {
  /** How many agents are above. */
  readonly depth: number;
  /** The nearest one. */
  readonly agent: string | undefined;
}

/** The tree of a trace's spans, as far as it tells which agent a call belongs to. */
export class AgentTree {
  readonly #nodes = new Map<string, Node>();
  /** Spans with a call in them or beneath them, as far as was looked. */
  readonly #covered = new Set<string>();
  readonly #walked = new Set<string>();
  /** The agents at a span and above it, as far as was looked. */
  readonly #known = new Map<string, Above>();
  #fresh: string[] = [];

  add(id: string, parent: string, agent: string | undefined): void {
    if (id !== "") this.#nodes.set(id, { parent, agent });
  }

  /** A call was taken from this span. */
  cover(span: string): void {
    if (span !== "") this.#fresh.push(span);
  }

  /** True when a call beneath this span was taken. Spans may come in any order: it is asked after the last one. */
  isCovered(span: string): boolean {
    this.#spread();
    return span !== "" && this.#covered.has(span);
  }

  /**
   * Gives lanes to conversations, each trace by itself: the longest one of those highest up is the main lane, others
   * are named by their agent.
   */
  inLanes(
    threads: readonly ImportedThread[],
    first: (order: number) => { readonly span: string; readonly trace: string },
  ): ImportedThread[] {
    const groups = new Map<string, { readonly thread: ImportedThread; readonly above: Above }[]>();
    threads.forEach((thread, order) => {
      const { span, trace } = first(order);
      const key = trace === "" ? `#${order}` : trace;
      const group = groups.get(key) ?? [];
      groups.set(key, group);
      group.push({ thread, above: this.#above(span) });
    });
    return [...groups.values()].flatMap(laned);
  }

  /** What is above a covered span is covered. Each span is walked over once. */
  #spread(): void {
    for (const start of this.#fresh) {
      let at = start;
      while (at !== "" && !this.#walked.has(at)) {
        this.#walked.add(at);
        this.#covered.add(at);
        at = this.#nodes.get(at)?.parent ?? "";
      }
    }
    this.#fresh = [];
  }

  /** Every span is climbed over once; those that go round in a circle have nothing above. */
  #above(span: string): Above {
    const climbed: string[] = [];
    const seen = new Set<string>();
    let at = span;
    for (; at !== "" && !this.#known.has(at) && !seen.has(at); at = this.#nodes.get(at)?.parent ?? "") {
      seen.add(at);
      climbed.push(at);
    }
    let above = this.#known.get(at) ?? { depth: 0, agent: undefined };
    for (const node of climbed.toReversed()) {
      const agent = this.#nodes.get(node)?.agent;
      if (agent !== undefined) above = { depth: above.depth + 1, agent };
      this.#known.set(node, above);
    }
    return above;
  }
}

function laned(
  group: readonly { readonly thread: ImportedThread; readonly above: Above }[],
): ImportedThread[] {
  const main = group.reduce((best, one) => (isBefore(one, best) ? one : best));
  let sides = 0;
  const others = group
    .filter((one) => one !== main)
    .map(({ thread, above }) => {
      const own =
        above.agent !== undefined && (above.agent !== main.above.agent || above.depth > main.above.depth);
      return { ...thread, lane: own ? oneLine(`agent-${above.agent}`) : `side-${++sides}` };
    });
  return [{ ...main.thread, lane: "main" }, ...others];
}

function isBefore(
  one: { readonly thread: ImportedThread; readonly above: Above },
  best: { readonly thread: ImportedThread; readonly above: Above },
): boolean {
  if (one.above.depth !== best.above.depth) return one.above.depth < best.above.depth;
  return one.thread.messages.length > best.thread.messages.length;
}

/** What was done with a canvas: a method with what it was given, or a property that was set. */
export type Drawing = readonly [name: string, ...given: unknown[]];

const REMEMBERED = ["fillStyle", "strokeStyle", "lineWidth"] as const;

/**
 * A context that remembers what is drawn instead of drawing it: the page of the tests has no canvas. The place and the
 * colour of everything that a painting function does can be read from it.
 */
export class DrawnCanvas {
  readonly drawn: Drawing[] = [];

  /** The context, as painting functions take it. Every sign is six pixels wide. */
  context(): CanvasRenderingContext2D {
    const { drawn } = this;
    const state: Record<string, unknown> = {};
    return new Proxy(state, {
      get: (_target, name: string) => {
        if (name === "measureText") return (text: string) => ({ width: text.length * 6 });
        if (Object.hasOwn(state, name)) return state[name];
        return (...given: unknown[]) => void drawn.push([name, ...given]);
      },
      set: (_target, name: string, value: unknown) => {
        state[name] = value;
        if (REMEMBERED.some((one) => one === name)) drawn.push([name, value]);
        return true;
      },
    }) as unknown as CanvasRenderingContext2D;
  }

  /** What was drawn from the first time that a property was set to a value, until it was set again. */
  whileSet(name: (typeof REMEMBERED)[number], value: string): readonly Drawing[] {
    const from = this.drawn.findIndex(([one, given]) => one === name && given === value);
    const rest = from < 0 ? [] : this.drawn.slice(from + 1);
    const end = rest.findIndex(([one]) => one === name);
    return end < 0 ? rest : rest.slice(0, end);
  }

  /** The rectangles among drawings, as [left, top, width, height]. */
  static rects(drawings: readonly Drawing[]): readonly (readonly [number, number, number, number])[] {
    return drawings
      .filter(([name]) => name === "rect" || name === "fillRect")
      .map(([, ...given]) => given as [number, number, number, number]);
  }

  /** How often a list of drawings stands in what was drawn, one after the other. */
  count(drawings: readonly Drawing[]): number {
    const all = this.drawn.map((one) => JSON.stringify(one));
    const wanted = drawings.map((one) => JSON.stringify(one));
    return all.filter((_, at) => wanted.every((one, next) => all[at + next] === one)).length;
  }
}

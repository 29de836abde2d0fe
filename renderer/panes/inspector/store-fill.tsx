import { useMemo } from "react";
import type { StoreState } from "../../../core/model/run-answers.ts";
import { useSection } from "../../state/looks.ts";
import { formatBytes, formatCount, formatShare } from "../../widgets/quantity.tsx";

/** So many columns are drawn at most: each is the fullest of its steps. */
const COLUMNS = 160;
const HEIGHT = 44;

/** The fullest moment of each of at most `columns` stretches of steps. */
export function fullest(fill: readonly number[], columns: number): number[] {
  const count = Math.min(columns, fill.length);
  return Array.from({ length: count }, (_, at) => {
    const from = Math.floor((at * fill.length) / count);
    const to = Math.max(from + 1, Math.floor(((at + 1) * fill.length) / count));
    return fill.slice(from, to).reduce((most, bytes) => Math.max(most, bytes), 0);
  });
}

/** So many stretches are told in words at most, the newest. */
const STRETCHES = 100;

/** Steps in which a store held the same: both ends from 1, inclusive. */
export interface Held {
  readonly from: number;
  readonly to: number;
  readonly bytes: number;
}

/** The stretches of steps in which a store held the same, in order. */
export function stretchesOf(fill: readonly number[]): readonly Held[] {
  const stretches: Held[] = [];
  fill.forEach((bytes, at) => {
    const last = stretches.at(-1);
    if (last?.bytes === bytes) stretches[stretches.length - 1] = { ...last, to: at + 1 };
    else stretches.push({ from: at + 1, to: at + 1, bytes });
  });
  return stretches;
}

/** The area's twin in numbers: what was held from step to step, where that changed. */
function FillTable({ store, fill }: Pick<StoreState, "store" | "fill">) {
  const section = useSection(store);
  const all = useMemo(() => stretchesOf(fill), [fill]);
  if (all.length < 2) return null;
  return (
    <details className="store__held" {...section}>
      <summary>Fill by step</summary>
      <table className="inspector__table number">
        <thead>
          <tr>
            <th scope="col">Steps</th>
            <th scope="col">Held</th>
          </tr>
        </thead>
        <tbody>
          {all.slice(-STRETCHES).map(({ from, to, bytes }) => (
            <tr key={from}>
              <th scope="row">
                {from === to ? formatCount(from) : `${formatCount(from)}–${formatCount(to)}`}
              </th>
              <td title={`${formatCount(bytes)} bytes`}>{formatBytes(bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {all.length > STRETCHES ? (
        <p className="muted">{formatCount(all.length - STRETCHES)} older changes are not listed.</p>
      ) : null}
    </details>
  );
}

/** Steps as one line of an area, in a box as wide as there are columns. */
function areaOf(columns: readonly number[], most: number): string {
  const y = (bytes: number) => (HEIGHT - (bytes / most) * HEIGHT).toFixed(2);
  const steps = columns.map((bytes, at) => `L${at} ${y(bytes)}L${at + 1} ${y(bytes)}`);
  return `M0 ${HEIGHT}${steps.join("")}L${columns.length} ${HEIGHT}Z`;
}

function words({ store, bound, bytes }: StoreState): string {
  if (!bound) return `${formatBytes(bytes)}; this store has no bound.`;
  const of = `of ${bound.name} ${formatBytes(bound.value)}, ${formatShare(bound.held / Math.max(1, bound.value))}`;
  return `${formatBytes(bound.held)} ${store === "offload" ? "in a checkpoint, " : ""}${of}`;
}

function Fullest({ bytes }: { readonly bytes: number }) {
  return (
    <>
      {" "}
      <span className="store__fullest muted">· fullest {formatBytes(bytes)}</span>
    </>
  );
}

/** How full a store was at every step, against its bound. */
export function StoreFill({ store, step }: { readonly store: StoreState; readonly step: number }) {
  const { fill, bound } = store;
  const columns = useMemo(() => fullest(fill, COLUMNS), [fill]);
  const most = fill.reduce((top, bytes) => Math.max(top, bytes), 1);
  // A bound that is far away would flatten everything: then it is told in words alone.
  const near = bound !== undefined && bound.value <= most * 4;
  const top = near ? Math.max(most, bound.value) : most;
  const at = ((step - 0.5) / Math.max(1, fill.length)) * 100;
  // What never changed is told in words alone.
  if (new Set(fill).size < 2) return <p className="store__bound number">{words(store)}</p>;
  return (
    <figure className="store__fill">
      <svg
        viewBox={`0 0 ${Math.max(1, columns.length)} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Fill of the store over ${formatCount(fill.length)} steps, at most ${formatBytes(most)}`}
      >
        <path d={areaOf(columns, top)} />
        {near ? (
          <line
            x1="0"
            x2={columns.length}
            y1={HEIGHT - (bound.value / top) * HEIGHT}
            y2={HEIGHT - (bound.value / top) * HEIGHT}
          />
        ) : null}
      </svg>
      <i style={{ left: `${at}%` }} aria-hidden="true" />
      <figcaption className="number">
        {words(store)}
        {bound && !near ? <Fullest bytes={most} /> : null}
        <FillTable store={store.store} fill={fill} />
      </figcaption>
    </figure>
  );
}

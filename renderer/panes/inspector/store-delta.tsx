import type { StoreReport, StoreState } from "../../../core/model/run-answers.ts";
import { useCurrent } from "../../data/current.tsx";
import { useStores } from "../../data/run-queries.ts";
import { useOtherRow } from "../../data/use-other-row.ts";
import { useSelection } from "../../state/selection.ts";
import { formatBytes, formatCount, formatDelta } from "../../widgets/quantity.tsx";

/** The stores at the pinned step; undefined where none is pinned, at that step itself, and until they are known. */
export function usePinnedStores(): StoreReport | undefined {
  const { place } = useCurrent();
  const pinned = useOtherRow(useSelection((state) => state.pinned));
  const { data, stale } = useStores(place && pinned && { run: place.run, step: pinned.step });
  return pinned && !stale ? data : undefined;
}

function nothingIn({ store }: StoreState): StoreState {
  return { store, live: [], left: [], leftCount: 0, bytes: 0, fill: [] };
}

/** The stores of a step, and those that only the pinned step has something in. */
export function storesOfBoth(
  stores: readonly StoreState[],
  pinned: StoreReport | undefined,
): readonly StoreState[] {
  const gone = (pinned?.stores ?? []).filter(({ store }) => !stores.some((one) => one.store === store));
  return [...stores, ...gone.map(nothingIn)];
}

/** How many entries and bytes more a store holds than at the pinned step. */
export function StoreDelta({
  store,
  pinned,
}: {
  readonly store: StoreState;
  readonly pinned: StoreReport | undefined;
}) {
  if (!pinned) return null;
  const before = pinned.stores.find((one) => one.store === store.store);
  const entries = formatDelta(store.live.length - (before?.live.length ?? 0));
  const bytes = store.bytes - (before?.bytes ?? 0);
  const step = formatCount(pinned.step);
  return (
    <span
      className="store__delta number"
      title={`Against step ${step}: ${entries} entries, ${formatDelta(bytes)} bytes`}
    >
      Δ{step} {entries}, {bytes < 0 ? "−" : "+"}
      {formatBytes(Math.abs(bytes))}
    </span>
  );
}

/** How many more pointers lead nowhere than at the pinned step. */
export function DanglingDelta({
  report,
  pinned,
}: {
  readonly report: StoreReport;
  readonly pinned: StoreReport | undefined;
}) {
  if (!pinned) return null;
  return (
    <span className="store__delta number">
      {" "}
      Δ{formatCount(pinned.step)} {formatDelta(report.dangling.length - pinned.dangling.length)}
    </span>
  );
}

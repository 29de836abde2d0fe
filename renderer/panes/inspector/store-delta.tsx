import type { StoreReport, StoreState } from "../../../core/model/run-answers.ts";
import { useStores } from "../../data/run-queries.ts";
import { formatCount, formatDelta, formatDeltaBytes } from "../../widgets/quantity.tsx";
import { Delta, usePinnedPlace } from "./pinned.tsx";

/** The stores at the pinned step; undefined where none is pinned, at that step itself, and until they are known. */
export function usePinnedStores(): StoreReport | undefined {
  const place = usePinnedPlace();
  const { data, stale } = useStores(place);
  return place && !stale ? data : undefined;
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
  const title = `Against step ${formatCount(pinned.step)}: ${entries} entries, ${formatDelta(bytes)} bytes`;
  return (
    <Delta step={pinned.step} title={title}>
      {entries}, {formatDeltaBytes(bytes)}
    </Delta>
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
    <>
      {" "}
      <Delta step={pinned.step}>{formatDelta(report.dangling.length - pinned.dangling.length)}</Delta>
    </>
  );
}

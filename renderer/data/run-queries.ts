import type { Params, Result } from "../../core/contract/methods.ts";
import type { RunQuestion } from "../../core/contract/run-questions.ts";
import type { PriceTable } from "../../core/model/price.ts";
import { useHost } from "./host-context.tsx";
import { KEYS, type RunPlace } from "./queries.ts";
import { type Query, useQuery } from "./use-query.ts";

/** What a question is asked with beside the run and the step. */
type Asked<M extends RunQuestion> = Omit<Params<M>, "run" | "step">;

/**
 * Asks something of a run at a step. `asked` of undefined asks nothing. While the next answer loads, the one before
 * stays, stale, as long as it is of the same `keep`: a name of what is asked about.
 */
function useRunQuestion<M extends RunQuestion>(
  question: M,
  place: RunPlace | undefined,
  asked: Asked<M> | undefined,
  keep: string | boolean = true,
): Query<Result<M>> {
  const host = useHost();
  const params = place && asked ? ({ ...asked, ...place } as Params<M>) : undefined;
  const key =
    place && asked ? `${KEYS.run(place.run, place.step)}${question}/${JSON.stringify(asked)}` : undefined;
  return useQuery<Result<M>>(key, (signal) => host.call<M>(question, params as Params<M>, { signal }), {
    keep,
  });
}

const NOTHING = {};

/** When a text was in the window; an empty text asks nothing. */
export function useAsk(place: RunPlace | undefined, text: string): Query<Result<"run.ask">> {
  return useRunQuestion("run.ask", place, text === "" ? undefined : { text });
}

/** The previews in a message, taken apart. */
export function usePreview(
  place: RunPlace | undefined,
  index: number | undefined,
): Query<Result<"run.preview">> {
  return useRunQuestion("run.preview", place, index === undefined ? undefined : { index });
}

/** What the model could read back at the step. */
export function useReadBack(
  place: RunPlace | undefined,
  asked: Asked<"run.read"> | undefined,
): Query<Result<"run.read">> {
  return useRunQuestion("run.read", place, asked);
}

/** The summaries of a run and what the one in force kept. */
export function useSummaries(place: RunPlace | undefined): Query<Result<"run.summary">> {
  return useRunQuestion("run.summary", place, NOTHING);
}

/** The stores at a step. */
export function useStores(place: RunPlace | undefined): Query<Result<"run.stores">> {
  return useRunQuestion("run.stores", place, NOTHING);
}

/** The request as a provider's body. */
export function useWire(
  place: RunPlace | undefined,
  provider: Params<"run.wire">["provider"],
): Query<Result<"run.wire">> {
  return useRunQuestion("run.wire", place, { provider });
}

/** How large that body is, of a step whose body is not shown. */
export function useWireSize(
  place: RunPlace | undefined,
  provider: Params<"run.wire-size">["provider"],
): Query<Result<"run.wire-size">> {
  return useRunQuestion("run.wire-size", place, { provider });
}

/** What a query finds in the run; an empty query asks nothing. */
export function useFind(place: RunPlace | undefined, query: string): Query<Result<"run.find">> {
  return useRunQuestion("run.find", place, query.trim() === "" ? undefined : { query: query.trim() });
}

/** What the step and the run cost by a table of prices; the figures before stay while a table is edited. */
export function useMoney(place: RunPlace | undefined, table: PriceTable): Query<Result<"run.money">> {
  return useRunQuestion("run.money", place, { table }, place && KEYS.run(place.run, place.step));
}

/** What the provider reported of the recorded step. */
export function useReported(place: RunPlace | undefined): Query<Result<"run.reported">> {
  return useRunQuestion("run.reported", place, NOTHING);
}

import { useCallback } from "react";
import { type PriceTable, readPrices } from "../../core/model/price.ts";
import { ASSUMED_PRICES } from "../../core/model/price.ts";
import { useHost, useHostData } from "./host-context.tsx";
import { useQuery } from "./use-query.ts";

/** The setting, and the cache's key for it. */
const SETTING = "prices";

/** The table of prices, and how another is kept. */
export interface Prices {
  readonly table: PriceTable;
  /** True until somebody entered prices of their own. */
  readonly assumed: boolean;
  readonly save: (table: PriceTable | null) => Promise<void>;
}

/** The prices that costs are worked out with; saving null goes back to the assumed ones. */
export function usePrices(): Prices {
  const host = useHost();
  const { cache } = useHostData();
  const stored = useQuery(SETTING, async (signal) =>
    readPrices(await host.call("settings.get", { key: SETTING }, { signal })),
  );
  const save = useCallback(
    async (table: PriceTable | null) => {
      // Shown at once: the next price that is entered goes into this table, not into the one before.
      cache.put(SETTING, table ?? ASSUMED_PRICES);
      try {
        await host.call("settings.set", { key: SETTING, value: table });
      } catch (error) {
        cache.invalidate(SETTING);
        throw error;
      }
    },
    [host, cache],
  );
  const table = stored.data ?? ASSUMED_PRICES;
  return { table, assumed: table === ASSUMED_PRICES, save };
}

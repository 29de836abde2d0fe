import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from "react";
import type { Host } from "../../core/contract/rpc.ts";
import type { Connection, LinkState } from "../../core/contract/connection.ts";
import { ImportJobs } from "./import-jobs.ts";
import { QueryCache } from "./query-cache.ts";
import { RunDrivers } from "./run-driver.ts";

/** The connection and everything that is remembered of the host's answers. */
export interface HostData {
  readonly connection: Connection;
  readonly host: Host;
  readonly cache: QueryCache;
  readonly runs: RunDrivers;
  readonly imports: ImportJobs;
}

const HostContext = createContext<HostData | undefined>(undefined);

/** Makes the data of a connection: once, at the root. */
export function createHostData(connection: Connection): HostData {
  const { host } = connection;
  const cache = new QueryCache();
  return { connection, host, cache, runs: new RunDrivers(host), imports: new ImportJobs(connection) };
}

/** Gives the host to every hook below it. */
export function HostProvider(props: { readonly connection: Connection; readonly children: ReactNode }) {
  const { connection, children } = props;
  const value = useMemo(() => createHostData(connection), [connection]);
  return <HostContext.Provider value={value}>{children}</HostContext.Provider>;
}

/** The host and its cache. Throws outside a HostProvider. */
export function useHostData(): HostData {
  const value = useContext(HostContext);
  if (!value) throw new Error("useHostData outside a HostProvider");
  return value;
}

/** The host, for calls that change something. */
export function useHost(): Host {
  return useHostData().host;
}

/** Whether the host can be reached. */
export function useLink(): LinkState {
  const { link } = useHostData().connection;
  return useSyncExternalStore(link.subscribe, link.get);
}

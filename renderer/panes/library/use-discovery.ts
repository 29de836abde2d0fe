import { useCallback, useEffect, useState } from "react";
import type { DiscoveredApp } from "../../../core/contract/local-files.ts";
import { useHost } from "../../data/host-context.tsx";

/** The setting that lets the list come without a press of a button. */
const SETTING = "discovery";

/** How far a look for logs is. */
export type DiscoveryState =
  | { readonly kind: "idle" }
  | { readonly kind: "looking" }
  | { readonly kind: "found"; readonly apps: readonly DiscoveredApp[] }
  | { readonly kind: "failed"; readonly error: Error };

/** Looks for logs when it is asked to, or at once where that was chosen before. */
export function useDiscovery() {
  const host = useHost();
  const [state, setState] = useState<DiscoveryState>({ kind: "idle" });
  const [always, setAlways] = useState(false);
  const look = useCallback(() => {
    setState({ kind: "looking" });
    host.call("discover.list", {}).then(
      (apps) => setState({ kind: "found", apps }),
      (error: unknown) => setState({ kind: "failed", error: error as Error }),
    );
  }, [host]);
  useEffect(() => {
    host.call("settings.get", { key: SETTING }).then(
      (value) => {
        setAlways(value === true);
        if (value === true) look();
      },
      () => undefined,
    );
  }, [host, look]);
  const choose = (value: boolean) => {
    setAlways(value);
    host.call("settings.set", { key: SETTING, value: value ? true : null }).catch(() => undefined);
  };
  return { state, always, setAlways: choose, look };
}

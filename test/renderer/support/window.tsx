import { Start } from "../../../renderer/start.tsx";
import { HostProvider } from "../../../renderer/data/host-context.tsx";
import { draft } from "../../../renderer/state/draft.ts";
import { FIRST_LAYOUT, layout } from "../../../renderer/state/layout.ts";
import { FIRST_LOOKS, looks } from "../../../renderer/state/looks.ts";
import { FIRST_READING, reading } from "../../../renderer/state/reading.ts";
import { overlay } from "../../../renderer/state/overlay.ts";
import { selection } from "../../../renderer/state/selection.ts";
import { TooltipProvider } from "../../../renderer/widgets/tooltip.tsx";
import { MemoryHost } from "../../support/memory-host.ts";
import { type Drawn, draw, settle } from "./draw.tsx";

/** A window on a host in memory. */
export interface OpenWindow extends Drawn {
  readonly host: MemoryHost;
}

/** Everything that outlives a window is as on a first start. */
export function firstStart(): void {
  selection.getState().close();
  overlay.getState().show(undefined);
  layout.getState().set(FIRST_LAYOUT);
  looks.getState().look(FIRST_LOOKS);
  reading.getState().read(FIRST_READING);
  draft.getState().restore({ policies: [] }, undefined);
  window.history.replaceState(null, "", "/");
  window.sessionStorage.clear();
}

/** Opens the whole window. The policy drawer is closed: the code editor needs a real browser. */
export async function openWindow(prepare: (host: MemoryHost) => void = () => {}): Promise<OpenWindow> {
  const host = new MemoryHost();
  await host.connection.host.call("settings.set", { key: "layout", value: { drawerOpen: false } });
  prepare(host);
  const drawn = await draw(
    <HostProvider connection={host.connection}>
      <TooltipProvider>
        <Start />
      </TooltipProvider>
    </HostProvider>,
  );
  await settle();
  return { ...drawn, host };
}

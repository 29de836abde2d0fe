import { useState } from "react";
import type { DiscoveredApp } from "../../../core/contract/local-files.ts";
import { overlay, useOverlay } from "../../state/overlay.ts";
import { Button } from "../../widgets/button.tsx";
import { Dialog } from "../../widgets/dialog.tsx";
import { formatBytes, formatCount, plural } from "../../widgets/quantity.tsx";
import { ErrorState, Skeleton } from "../../widgets/state-view.tsx";
import { DiscoveredList } from "./discovered-list.tsx";
import { allFiles, type ChosenFile } from "./discovered-files.ts";
import { useDiscovery } from "./use-discovery.ts";
import { useImportDiscovered } from "./use-import-files.ts";

const ABOUT =
  "Looks for logs of Claude Code, Codex, opencode, pi and Gemini CLI in your home folder: names, sizes and dates. Nothing is read until you import it, and nothing leaves this machine.";

/** Finds the logs of agents on this machine and imports those that are chosen. */
export function DiscoverDialog() {
  const open = useOverlay()?.kind === "discover";
  const close = () => overlay.getState().show(undefined);
  return (
    <Dialog open={open} onClose={close} title="Sessions on this machine" about={ABOUT} width={820}>
      {open ? <Discovery onClose={close} /> : null}
    </Dialog>
  );
}

function Discovery({ onClose }: { readonly onClose: () => void }) {
  const { state, always, setAlways, look } = useDiscovery();
  return (
    <div className="discover">
      {state.kind === "idle" ? (
        <div className="discover__start">
          <Button data-first tone="primary" icon="search" onClick={look}>
            Look for sessions
          </Button>
        </div>
      ) : null}
      {state.kind === "looking" ? <Skeleton rows={6} label="Looking for sessions" /> : null}
      {state.kind === "failed" ? (
        <ErrorState title="The home folder cannot be looked into" error={state.error} onRetry={look} />
      ) : null}
      {state.kind === "found" ? <Found apps={state.apps} onClose={onClose} onLook={look} /> : null}
      <label className="discover__always">
        <input type="checkbox" checked={always} onChange={(event) => setAlways(event.target.checked)} />
        Look at once whenever this is opened
      </label>
    </div>
  );
}

interface FoundProps {
  readonly apps: readonly DiscoveredApp[];
  readonly onClose: () => void;
  readonly onLook: () => void;
}

function Found({ apps, onClose, onLook }: FoundProps) {
  const [filter, setFilter] = useState("");
  const [chosen, setChosen] = useState<ReadonlyMap<string, ChosenFile>>(new Map());
  const importThem = useImportDiscovered();
  const files = allFiles(apps, filter);
  const bytes = [...chosen.values()].reduce((sum, file) => sum + file.bytes, 0);
  const start = () => {
    onClose();
    void importThem([...chosen.values()]);
  };
  return (
    <>
      <Apps apps={apps} />
      <input
        data-first
        className="field"
        aria-label="Filter by name or folder"
        placeholder="Filter by name or folder"
        value={filter}
        onChange={(event) => setFilter(event.target.value)}
      />
      <DiscoveredList files={files} chosen={chosen} onChosen={setChosen} />
      <div className="discover__actions">
        <Button onClick={onLook}>Look again</Button>
        <Button tone="primary" disabled={chosen.size === 0} onClick={start}>
          {chosen.size === 0 ? "Import" : `Import ${plural(chosen.size, "file")}, ${formatBytes(bytes)}`}
        </Button>
      </div>
    </>
  );
}

/** What was looked into, and what could not be. */
function Apps({ apps }: { readonly apps: readonly DiscoveredApp[] }) {
  const problems = apps.flatMap((app) => app.problems);
  return (
    <>
      <p className="discover__apps">
        {apps.map((app) => (
          <span key={app.app} title={app.folders.join("\n")} data-present={app.present || undefined}>
            {app.label} <b className="number">{formatCount(app.files.length + app.more)}</b>
          </span>
        ))}
      </p>
      {problems.length > 0 ? (
        <details className="discover__problems">
          <summary>{plural(problems.length, "place")} could not be looked into</summary>
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
}

import { useAppInfo } from "../../data/queries.ts";
import { overlay, useOverlay } from "../../state/overlay.ts";
import { Dialog } from "../../widgets/dialog.tsx";

/** What this is and what it runs on. */
export function AboutDialog() {
  const open = useOverlay()?.kind === "about";
  const { data } = useAppInfo();
  const facts = data
    ? ([
        ["Version", data.version],
        ["Shell", data.shell],
        ["Node", data.node],
        ["SQLite", data.sqlite],
        ["Library", data.dataDir],
      ] as const)
    : [];
  return (
    <Dialog
      open={open}
      onClose={() => overlay.getState().show(undefined)}
      title="Ullage"
      about="A debugger for LLM context management. Everything stays on this machine."
      width={460}
      text
    >
      <dl className="about">
        {facts.map(([name, value]) => (
          <div key={name} className="about__row">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

import { useCommands } from "../../commands/use-commands.ts";
import { DISPOSITIONS } from "../../../core/contract/run-view.ts";
import { DISPOSITION_LOOKS } from "../../data/vocabulary.ts";
import { overlay, useOverlay } from "../../state/overlay.ts";
import { Chip } from "../../widgets/chip/chip.tsx";
import { Dialog } from "../../widgets/dialog.tsx";
import { Keys } from "../../widgets/keys.tsx";
import { GROUPS } from "./palette.tsx";

/** Every key there is, and what the signs on the messages mean. */
export function HelpDialog() {
  const open = useOverlay()?.kind === "help";
  return (
    <Dialog
      open={open}
      onClose={() => overlay.getState().show(undefined)}
      title="Keys and signs"
      width={760}
      text
    >
      <div className="help">
        <KeyList />
        <Signs />
      </div>
    </Dialog>
  );
}

function KeyList() {
  const all = useCommands().filter((command) => command.keys && command.keys.length > 0);
  return (
    <div>
      {GROUPS.map((group) => {
        const own = all.filter((command) => command.group === group);
        return own.length === 0 ? null : (
          <section key={group} className="help__group">
            <h3>{group}</h3>
            <dl>
              {own.map((command) => (
                <div key={command.id} className="help__row">
                  <dt>
                    {command.title}
                    {command.about ? <span className="muted"> ({command.about})</span> : null}
                  </dt>
                  <dd>
                    {command.keys?.map((keys) => (
                      <Keys key={keys} combination={keys} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        );
      })}
    </div>
  );
}

function Signs() {
  return (
    <section className="help__group">
      <h3>What became of a message</h3>
      <dl>
        {DISPOSITIONS.map((name) => {
          const look = DISPOSITION_LOOKS[name];
          return (
            <div key={name} className="help__sign">
              <dt>
                <Chip kind={name} look={look} />
              </dt>
              <dd>{look.means}</dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

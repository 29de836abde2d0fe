import { useId, useState } from "react";
import { formatAgainst, parseAgainst } from "../../data/compared-run.ts";
import { useCurrent } from "../../data/current.tsx";
import { useProfiles } from "../../data/queries.ts";
import { selection, useSelection } from "../../state/selection.ts";
import { IconButton } from "../../widgets/button.tsx";
import { NumberField } from "../../widgets/number-field/number-field.tsx";

/** What the request is compared with: a step, of this run, of another profile's, or of another lane. */
export interface Comparison {
  /** The step of the other run. */
  readonly from: number;
  readonly to: number;
  /** The most steps that the other run has. */
  readonly most: number;
  /** The other run's name; undefined for the one that is shown. */
  readonly name: string | undefined;
}

/** Which two requests are compared, and the way to choose others. */
export function DiffChoice(props: Comparison) {
  const { from, to, name } = props;
  const pinned = useSelection((state) => state.pinned);
  return (
    <>
      <div className="inspector__tools">
        <h3 className="ellipsis">
          Step {from}
          {name === undefined ? "" : ` of ${name}`} → step {to}
        </h3>
        <span className="inspector__space" />
        {pinned === undefined ? (
          <IconButton
            small
            icon="pin"
            label={`Compare later steps with ${to}`}
            onClick={() => selection.getState().pin(to)}
          />
        ) : (
          <IconButton
            small
            icon="pin"
            pressed
            label={`Unpin step ${pinned}`}
            onClick={() => selection.getState().pin(undefined)}
          />
        )}
      </div>
      <div className="inspector__tools diff-choice">
        <RunChoice />
        <StepChoice {...props} />
      </div>
    </>
  );
}

function RunChoice() {
  const id = useId();
  const { transcript, thread } = useCurrent();
  const profiles = useProfiles().data ?? [];
  const against = useSelection((state) => state.against);
  const lanes = transcript?.threads.filter((row) => row.id !== thread?.id) ?? [];
  const known = parseAgainst(against) === undefined ? "" : against;
  return (
    <>
      <label htmlFor={id} className="muted">
        against
      </label>
      <select
        id={id}
        className="inspector__select"
        value={known}
        onChange={(event) => selection.getState().compareWith(event.target.value || undefined)}
      >
        <option value="">this run</option>
        <optgroup label="Another profile">
          {profiles.map((row) => (
            <option key={row.id} value={formatAgainst({ kind: "profile", id: row.id })}>
              {row.name}
            </option>
          ))}
        </optgroup>
        {lanes.length > 0 ? (
          <optgroup label="Another lane">
            {lanes.slice(0, 200).map((row, at) => (
              <option key={row.id} value={formatAgainst({ kind: "lane", thread: row.id })}>
                {`${at + 1}. ${row.lane}`.slice(0, 60)}
              </option>
            ))}
          </optgroup>
        ) : null}
      </select>
    </>
  );
}

/** The step that is compared with: choosing one pins it. */
function StepChoice({ from, most }: Comparison) {
  const [typed, setTyped] = useState<number>();
  const value = typed ?? from;
  const wrong = value < 1 || value > most;
  const settle = () => {
    if (typed !== undefined && !wrong) selection.getState().pin(typed);
    setTyped(undefined);
  };
  return (
    <>
      <span className="muted">step</span>
      <NumberField
        label="Step to compare with"
        value={value}
        min={1}
        max={most}
        invalid={wrong}
        onInput={setTyped}
        onCommit={settle}
      />
    </>
  );
}

import { useId } from "react";
import { IconButton } from "../../widgets/button.tsx";
import { Tooltip } from "../../widgets/tooltip.tsx";
import { ParamControl } from "./param-control.tsx";
import { ProblemNote } from "./problem-note.tsx";
import { type Problem, problemKey } from "./problems.ts";
import { editOf, exchangeFor, type ParamEdit, resetOf, said, type ShownParam } from "./values.ts";

interface ParamRowProps {
  readonly shown: ShownParam;
  readonly config: object;
  readonly problems: readonly Problem[];
  readonly onEdit: (edit: ParamEdit, transient: boolean) => void;
  readonly onSettle: () => void;
}

/** The parameter's name, and the way to the one that it excludes. */
function Label({
  shown,
  helpId,
  onEdit,
}: Pick<ParamRowProps, "shown" | "onEdit"> & { readonly helpId: string }) {
  const { spec, other } = shown;
  return (
    <div className="profile__label">
      <Tooltip text={`${spec.help} (${spec.key})`} side="top">
        <span className="ellipsis">{spec.label}</span>
      </Tooltip>
      {other?.unit && spec.unit ? (
        <button
          type="button"
          className="profile__exchange"
          title={`Measure in ${other.unit} instead`}
          onClick={() => onEdit(exchangeFor(other), false)}
        >
          in {other.unit}
        </button>
      ) : null}
      <span className="visually-hidden" id={helpId}>
        {spec.help}
      </span>
    </div>
  );
}

/** One parameter: its name, its control, the way back to its default, and what is wrong with it. */
export function ParamRow({ shown, config, problems, onEdit, onSettle }: ParamRowProps) {
  const { spec, value, changed } = shown;
  const helpId = useId();
  const invalid = problems.some((problem) => problem.level === "error");
  const back =
    spec.default === null ? "Take this out" : `Back to the default, ${said(spec.default)}`.slice(0, 120);
  return (
    <div className="profile__param" data-type={spec.type} data-changed={changed}>
      <Label shown={shown} helpId={helpId} onEdit={onEdit} />
      <div className="profile__control">
        <ParamControl
          spec={spec}
          value={value}
          invalid={invalid}
          describedBy={helpId}
          onInput={(next) => onEdit(editOf(spec, next), true)}
          onCommit={onSettle}
        />
      </div>
      {changed ? (
        <IconButton small icon="undo" label={back} onClick={() => onEdit(resetOf(spec, config), false)} />
      ) : (
        <span className="profile__default" />
      )}
      {problems.map((problem) => (
        <ProblemNote key={problemKey(problem)} problem={problem} />
      ))}
    </div>
  );
}

import { draft } from "../../state/draft.ts";
import { Button } from "../../widgets/button.tsx";
import { Icon } from "../../widgets/icon.tsx";
import { PlainText } from "../../widgets/plain-text/plain-text.tsx";
import { fixOf } from "./fixes.ts";
import { type Problem, problemKey } from "./problems.ts";

interface ProblemNoteProps {
  readonly problem: Problem;
  /** Names the policy and the parameter too: in a list of all problems. */
  readonly named?: boolean;
}

/** A problem, its reason, and the click that mends it. */
export function ProblemNote({ problem, named = false }: ProblemNoteProps) {
  const fix = fixOf(problem);
  const error = problem.level === "error";
  return (
    <div className="profile__problem" data-level={problem.level} tabIndex={-1}>
      <Icon name={error ? "warning" : "info"} size={13} />
      <p>
        <b>{error ? "Error" : "Warning"}</b>{" "}
        {named ? (
          <code>
            <PlainText text={`${problem.policy}.${problem.param}`.slice(0, 120)} />
          </code>
        ) : null}{" "}
        <PlainText text={problem.reason.slice(0, 400)} />
      </p>
      {fix ? (
        <Button
          small
          onClick={() => draft.getState().replace(fix.apply(draft.getState().profile), { name: "fix" })}
        >
          <span className="ellipsis">{fix.label}</span>
        </Button>
      ) : null}
    </div>
  );
}

/** Every problem of the profile, errors first. */
export function ProblemList({ problems }: { readonly problems: readonly Problem[] }) {
  if (problems.length === 0) return null;
  return (
    <ul className="profile__problems" aria-label="Problems of this profile">
      {problems.map((problem) => (
        <li key={problemKey(problem)}>
          <ProblemNote problem={problem} named />
        </li>
      ))}
    </ul>
  );
}

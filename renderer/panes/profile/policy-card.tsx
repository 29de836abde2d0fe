import { type DragEvent, memo } from "react";
import type { PolicyInput } from "../../../core/model/profile.ts";
import { POLICY_KINDS, POLICY_SPECS, type PolicySpec } from "../../../core/policies/parameters.ts";
import { draft } from "../../state/draft.ts";
import { Button, IconButton } from "../../widgets/button.tsx";
import { PlainText } from "../../widgets/plain-text/plain-text.tsx";
import { kindOf } from "./fixes.ts";
import { ParamRow } from "./param-row.tsx";
import { ProblemNote } from "./problem-note.tsx";
import { type Problem, problemKey, problemsOf } from "./problems.ts";
import { shownParams } from "./values.ts";

interface PolicyCardProps {
  readonly at: number;
  readonly count: number;
  readonly policy: PolicyInput;
  readonly problems: readonly Problem[];
}

/** The description of a policy as it was typed, which may be of no kind that there is. */
function specOf(policy: unknown): PolicySpec | undefined {
  const kind = kindOf(policy);
  const known = POLICY_KINDS.find((one) => one === kind);
  return known && POLICY_SPECS[known];
}

/** Where a policy stands in the stack, in words. */
function standing(at: number, count: number): string {
  if (count === 1) return "alone";
  if (at === 0) return "outermost";
  return at === count - 1 ? "innermost, sees results first" : `number ${at + 1} from outside`;
}

const DRAG_TYPE = "application/x-ullage-policy";

function dropOn(event: DragEvent, to: number): void {
  const from = Number.parseInt(event.dataTransfer.getData(DRAG_TYPE), 10);
  if (!Number.isInteger(from) || from === to) return;
  event.preventDefault();
  draft.getState().movePolicy(from, to);
}

function CardHead({ at, count, policy }: Omit<PolicyCardProps, "problems">) {
  const spec = specOf(policy);
  const title = spec?.title ?? kindOf(policy) ?? "no kind";
  const { movePolicy, removePolicy } = draft.getState();
  return (
    <header
      className="profile__card-head"
      draggable={count > 1}
      onDragStart={(event) => event.dataTransfer.setData(DRAG_TYPE, String(at))}
    >
      <h3 title={spec?.summary}>
        <PlainText text={title.slice(0, 80)} />
      </h3>
      <span className="muted ellipsis">{standing(at, count)}</span>
      <span className="profile__space" />
      {count > 1 ? (
        <>
          <IconButton
            small
            icon="back"
            label={`Move ${title} outwards`}
            disabled={at === 0}
            onClick={() => movePolicy(at, at - 1)}
          />
          <IconButton
            small
            icon="forward"
            label={`Move ${title} inwards`}
            disabled={at === count - 1}
            onClick={() => movePolicy(at, at + 1)}
          />
        </>
      ) : null}
      <IconButton small icon="trash" label={`Take ${title} out`} onClick={() => removePolicy(at)} />
    </header>
  );
}

function Params({ at, policy, problems }: Omit<PolicyCardProps, "count">) {
  const spec = specOf(policy);
  if (!spec) return null;
  const { editParam, settle } = draft.getState();
  return shownParams(spec.params, policy).map((shown) => (
    <ParamRow
      key={shown.spec.key}
      shown={shown}
      config={policy}
      problems={problemsOf(problems, spec.kind, shown.spec.key)}
      onEdit={(edit, transient) => editParam(at, edit.path, edit.value, { transient })}
      onSettle={settle}
    />
  ));
}

/** One policy of the stack with its parameters. */
export const PolicyCard = memo(function PolicyCard({ at, count, policy, problems }: PolicyCardProps) {
  const spec = specOf(policy);
  const kind = kindOf(policy) ?? "";
  const known = new Set(spec ? shownParams(spec.params, policy).map((shown) => shown.spec.key) : []);
  const rest = problems.filter((problem) => problem.policy === kind && !known.has(problem.param));
  return (
    // Dragging is one way, the buttons in the head are another: the keyboard has those.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className="profile__card"
      aria-label={`Policy ${spec?.title ?? kind}`}
      onDragOver={(event) => event.dataTransfer.types.includes(DRAG_TYPE) && event.preventDefault()}
      onDrop={(event) => dropOn(event, at)}
    >
      <CardHead at={at} count={count} policy={policy} />
      {rest.map((problem) => (
        <ProblemNote key={problemKey(problem)} problem={problem} named />
      ))}
      <Params at={at} policy={policy} problems={problems} />
    </section>
  );
});

/** Puts a policy that is not there yet into the stack. */
export function AddPolicy({ policies }: { readonly policies: readonly PolicyInput[] }) {
  const missing = POLICY_KINDS.filter((kind) => !policies.some((policy) => kindOf(policy) === kind));
  if (missing.length === 0) return null;
  return (
    <section className="profile__card profile__card--add" aria-label="Add a policy">
      <h3>Add a policy</h3>
      {missing.map((kind) => (
        <div key={kind} className="profile__offer">
          <Button small icon="add" onClick={() => draft.getState().addPolicy({ kind } as PolicyInput)}>
            {POLICY_SPECS[kind].title}
          </Button>
          <p className="muted">{POLICY_SPECS[kind].summary}</p>
        </div>
      ))}
    </section>
  );
}

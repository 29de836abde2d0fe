import type { FindReport, FoundMessage } from "../../../core/model/run-answers.ts";
import { stepThatSees } from "../../commands/use-jump.ts";
import { excerptRuns } from "../../data/excerpt-runs.ts";
import { useCurrent } from "../../data/current.tsx";
import { DISPOSITION_LOOKS } from "../../data/vocabulary.ts";
import { selection, useSelection } from "../../state/selection.ts";
import { visualOrder } from "../../state/visual-order.ts";
import { Chip } from "../../widgets/chip/chip.tsx";
import { PlainText } from "../../widgets/plain-text/plain-text.tsx";
import { formatBytes, formatCount, plural } from "../../widgets/quantity.tsx";
import { EmptyState } from "../../widgets/state-view.tsx";
import { VirtualList } from "../../widgets/virtual-list/virtual-list.tsx";
import { subjectOf } from "./use-subject.ts";

const ROW_HEIGHT = 62;

/** Shows a message: at this step where its request holds it, else at the first that could. */
function show(index: number, from: number | undefined, end: number | undefined): void {
  const { goToStep, select } = selection.getState();
  if (from !== undefined && end !== undefined && index >= end) goToStep(from);
  select({ index }, "raw");
  requestAnimationFrame(() => visualOrder()?.reveal({ index }));
}

function Excerpt({ text }: { readonly text: string }) {
  return (
    <span className="find__excerpt">
      {excerptRuns(text).map((run, at) =>
        run.hit ? (
          <mark key={at}>
            <PlainText text={run.text} />
          </mark>
        ) : (
          <PlainText key={at} text={run.text} />
        ),
      )}
    </span>
  );
}

function Row({ found }: { readonly found: FoundMessage }) {
  const { outline, stepRow } = useCurrent();
  const at = useSelection((state) => state.message);
  const subject = outline.data && subjectOf({ index: found.index }, outline.data);
  const from = outline.data && stepThatSees(outline.data, found.index);
  const chosen = at !== undefined && "index" in at && at.index === found.index;
  return (
    <button
      type="button"
      className="find__row"
      aria-current={chosen}
      onClick={() => show(found.index, from, stepRow?.message)}
    >
      <span className="find__where">
        <b>{subject?.title ?? formatCount(found.index + 1)}</b>
        <span className="muted number">
          step {formatCount(found.step)}
          {from !== undefined && from > found.step ? `, sent from ${formatCount(from)}` : ""} ·{" "}
          {formatBytes(found.bytes)}
        </span>
        {found.disposition === "kept" ? null : (
          <Chip kind={found.disposition} look={DISPOSITION_LOOKS[found.disposition]} />
        )}
      </span>
      <Excerpt text={found.excerpt} />
    </button>
  );
}

/** The messages that a search found, in the order of the thread. */
export function FoundMessages({ report }: { readonly report: FindReport }) {
  const { messages, total } = report;
  if (total === 0) {
    return (
      <EmptyState icon="search" title="No message is like that">
        Take a term out, or search in all sessions.
      </EmptyState>
    );
  }
  return (
    <>
      {total > messages.length ? (
        <p className="find__more muted">The first {formatCount(messages.length)} are listed.</p>
      ) : null}
      <VirtualList
        count={messages.length}
        estimate={() => ROW_HEIGHT}
        keyOf={(at) => messages[at]?.index ?? at}
        container={{ role: "list", "aria-label": `${plural(total, "message")} found`, tabIndex: 0 }}
        row={(at) => ({ role: "listitem", "aria-setsize": messages.length, "aria-posinset": at + 1 })}
        render={(at) => {
          const found = messages[at];
          return found ? <Row found={found} /> : null;
        }}
      />
    </>
  );
}

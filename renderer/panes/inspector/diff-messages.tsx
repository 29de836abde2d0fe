import type { ReactNode } from "react";
import type { MessageAddress, MessageDiff, MessageDifference } from "../../../core/contract/run-view.ts";
import { ROLE_WORDS } from "../../data/vocabulary.ts";
import { selection } from "../../state/selection.ts";
import { visualOrder } from "../../state/visual-order.ts";
import { PlainText } from "../../widgets/plain-text/plain-text.tsx";
import { formatCount, formatDelta, plural } from "../../widgets/quantity.tsx";
import { RoleIcon } from "../../widgets/role-icon.tsx";
import { VirtualList } from "../../widgets/virtual-list/virtual-list.tsx";

const ROW = 28;

const SIGNS = {
  added: { sign: "+", word: "added" },
  removed: { sign: "−", word: "removed" },
  changed: { sign: "≠", word: "changed" },
} as const;

function addressOf({ index, id }: MessageDifference): MessageAddress {
  if (index !== null) return { index };
  return id === "summary" ? { special: "summary" } : { inserted: id };
}

function go(row: MessageDifference): void {
  const to = addressOf(row);
  selection.getState().select(to, "sent");
  visualOrder()?.reveal(to);
}

function Name({ row }: { readonly row: MessageDifference }) {
  if (row.index !== null) return `${ROLE_WORDS[row.role]} ${formatCount(row.index + 1)}`;
  return <PlainText text={row.id.slice(0, 60)} />;
}

function Line({ row }: { readonly row: MessageDifference }) {
  const { sign, word } = SIGNS[row.change];
  const tokens = (value: number | null) => (value === null ? "–" : formatCount(value));
  return (
    <button type="button" className="diff-message number" data-change={row.change} onClick={() => go(row)}>
      <span className="diff-message__sign" aria-hidden="true">
        {sign}
      </span>
      <span className="visually-hidden">{word}: </span>
      <RoleIcon role={row.role} />
      <span className="diff-message__name ellipsis">
        <Name row={row} />
      </span>
      <span>
        {tokens(row.before)} → {tokens(row.after)}
      </span>
      <span className="diff-message__delta">{formatDelta((row.after ?? 0) - (row.before ?? 0))}</span>
    </button>
  );
}

interface DiffMessagesProps {
  readonly diff: MessageDiff;
  /** Before and after what the line above the messages holds. */
  readonly lead?: ReactNode;
  readonly tools?: ReactNode;
}

/** What differs between two requests, message by message; each leads to its place in the columns. */
export function DiffMessages({ diff, lead, tools }: DiffMessagesProps) {
  const { rows, more, same } = diff;
  return (
    <div className="diff-messages">
      <div className="inspector__tools muted">
        {lead}
        <span role="status">
          {rows.length === 0
            ? "No message differs"
            : `${plural(rows.length + more, "message differs", "messages differ")}`}
          , {plural(same, "message is", "messages are")} the same
        </span>
        <span className="inspector__space" />
        {tools}
      </div>
      <div className="diff-messages__list">
        <VirtualList
          count={rows.length}
          estimate={() => ROW}
          keyOf={(at) => at}
          container={{ role: "region", "aria-label": "Messages that differ" }}
          render={(at) => {
            const row = rows[at];
            return row ? <Line row={row} /> : null;
          }}
        />
      </div>
      {more > 0 ? <p className="inspector__note">{plural(more, "more message")} not listed.</p> : null}
    </div>
  );
}

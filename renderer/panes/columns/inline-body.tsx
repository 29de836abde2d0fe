import type { MessageBody } from "../../../core/contract/run-view.ts";
import { messageText } from "../../data/body-blocks.ts";
import type { Query } from "../../data/use-query.ts";
import { Button } from "../../widgets/button.tsx";
import { PlainText } from "../../widgets/plain-text/plain-text.tsx";

/** An opened row shows this much; the inspector shows all. */
const MAX_LINES = 20;
const MAX_UNITS = 2400;

/** The beginning of a text, and whether there is more. */
export function headOf(text: string): { readonly head: string; readonly more: boolean } {
  const lines = text.slice(0, MAX_UNITS).split("\n");
  const head = lines.slice(0, MAX_LINES).join("\n");
  return { head, more: head.length < text.length };
}

interface InlineBodyProps {
  readonly query: Query<MessageBody>;
  readonly onOpen: () => void;
}

/** The beginning of a body in its row. */
export function InlineBody({ query, onOpen }: InlineBodyProps) {
  if (query.error) return <p className="columns__body-note">Not loaded: {query.error.message}</p>;
  if (!query.data || query.stale) return <p className="columns__body-note">Loading …</p>;
  const { head, more } = headOf(messageText(query.data.message));
  const cut = more || query.data.omitted > 0;
  return (
    <div className="columns__body">
      <pre>
        <PlainText text={head === "" ? "(empty)" : head} />
      </pre>
      <Button small tone="quiet" tabIndex={-1} onClick={onOpen}>
        {cut ? "More in the inspector" : "Open in the inspector"}
      </Button>
    </div>
  );
}

import type { SentSize, WhyCard } from "../../../core/contract/run-view.ts";
import { useWhy } from "../../data/queries.ts";
import { formatCount, formatDelta, formatDeltaBytes } from "../../widgets/quantity.tsx";
import { Delta, usePinnedPlace } from "./pinned.tsx";
import type { Subject } from "./use-subject.ts";

const NOTHING: SentSize = { tokens: 0, bytes: 0 };

/** What became of the subject at the pinned step. What is no message is there or not. */
function formThen({ at }: Subject, { sent, disposition }: WhyCard): string {
  if (sent === null) return "not there";
  return "special" in at ? "there" : disposition;
}

interface PinnedFormProps {
  readonly subject: Subject;
  /** What the request of the shown step holds of it; null for not there. */
  readonly sent: SentSize | null;
}

/** How much more of the subject is sent than at the pinned step, and what became of it there. */
export function PinnedForm({ subject, sent }: PinnedFormProps) {
  const place = usePinnedPlace();
  const { data, stale } = useWhy(place, subject.at);
  if (!place || !data || stale || (data.sent === null && sent === null)) return null;
  const [now, then] = [sent ?? NOTHING, data.sent ?? NOTHING];
  const bytes = now.bytes - then.bytes;
  const title = `${formatDelta(bytes)} bytes against step ${formatCount(place.step)}`;
  return (
    <p className="inspector__note inspector__pinned">
      <Delta step={place.step} title={title}>
        {formatDelta(now.tokens - then.tokens)} tok, {formatDeltaBytes(bytes)}
      </Delta>{" "}
      sent of it; {formThen(subject, data)} at step {formatCount(place.step)}, which is pinned.
    </p>
  );
}

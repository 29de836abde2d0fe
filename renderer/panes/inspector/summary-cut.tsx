import type { SummaryVersion } from "../../../core/model/run-answers.ts";
import { formatBytes, plural } from "../../widgets/quantity.tsx";
import { MessageButton } from "./message-button.tsx";

/** Why a summary ends where it ends, and whether its bound cut it. */
export function WhyTheCut({ version }: { readonly version: SummaryVersion }) {
  const { cutWanted, to, heldBy, heldTo, cutBytes, bound, lifted } = version;
  return (
    <ul className="summary__why">
      <li>
        {heldBy === undefined ? (
          <>
            The cut is where it was wanted, before <MessageButton index={to} />: no call stands before it
            whose result stands after it.
          </>
        ) : (
          <>
            The cut was wanted before <MessageButton index={cutWanted} /> and moved{" "}
            {plural(cutWanted - to, "message")} earlier, before <MessageButton index={to} />: its calls would
            have been parted from their results, the last of which is{" "}
            <MessageButton index={heldTo ?? heldBy} />.
          </>
        )}
      </li>
      {lifted === undefined ? null : (
        <li>
          The newest user message, <MessageButton index={lifted} />, is covered, and sent by itself after the
          summary.
        </li>
      )}
      <li data-cut={cutBytes > 0}>
        {cutBytes > 0
          ? `The bound of ${plural(bound, "token")} cut ${formatBytes(cutBytes)} off its end.`
          : `Its bound of ${plural(bound, "token")} cut nothing off.`}
      </li>
    </ul>
  );
}

import { useState } from "react";
import type { TruthMark } from "../../../core/model/ground-truth.ts";
import { overlay } from "../../state/overlay.ts";
import { selection } from "../../state/selection.ts";
import { Button } from "../../widgets/button.tsx";
import { PlainText } from "../../widgets/plain-text/plain-text.tsx";
import { formatCount, formatShort, plural } from "../../widgets/quantity.tsx";
import { type Shown, TruthRows } from "./truth-rows.tsx";

interface TruthMarkViewProps {
  readonly mark: TruthMark;
  readonly shown: Shown;
  /** Whether its rows are shown at first. */
  readonly open: boolean;
}

/** One act of the vendor's management, and what the profile did up to the same request. */
export function TruthMarkView({ mark, shown, open: first }: TruthMarkViewProps) {
  const [open, setOpen] = useState(first);
  const go = () => {
    overlay.getState().show(undefined);
    selection.getState().goToStep(mark.step);
  };
  return (
    <section className="truth__mark" aria-label={`Before step ${mark.step}`}>
      <header className="truth__head">
        <button type="button" className="truth__toggle" aria-expanded={open} onClick={() => setOpen(!open)}>
          <span className="truth__label">
            <PlainText text={mark.label.slice(0, 200)} />
          </span>
          <span className="muted number">
            both {formatCount(mark.both)} · vendor only {formatCount(mark.vendorOnly)} · profile only{" "}
            {formatCount(mark.profileOnly)}
          </span>
        </button>
        <Button small onClick={go}>
          Step {formatCount(mark.step)}
        </Button>
      </header>
      <Tokens mark={mark} />
      {mark.assumed ? (
        <p className="muted truth__note">
          The recording does not name what was taken out: it is taken to be everything before the mark.
        </p>
      ) : null}
      {open ? <TruthRows mark={mark} shown={shown} /> : null}
      {open && mark.moreRows > 0 ? (
        <p className="muted truth__note">and {plural(mark.moreRows, "more row")}</p>
      ) : null}
    </section>
  );
}

/** Figures of two kinds stand side by side and are never added up. */
function Tokens({ mark }: { readonly mark: TruthMark }) {
  const { tokensBefore, tokensSaved, requestTokens } = mark;
  const reported = [
    ...(tokensBefore === undefined ? [] : [`${formatShort(tokensBefore)} before`]),
    ...(tokensSaved === undefined ? [] : [`${formatShort(tokensSaved)} saved`]),
  ];
  return (
    <p className="muted number truth__note">
      {reported.length > 0 ? `Vendor: ${reported.join(", ")} (reported). ` : ""}
      Profile’s request: {formatShort(requestTokens)} tokens (estimated).
    </p>
  );
}

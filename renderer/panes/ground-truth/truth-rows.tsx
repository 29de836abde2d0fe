import type { TruthMark, TruthRow } from "../../../core/model/ground-truth.ts";
import { DISPOSITION_LOOKS } from "../../data/vocabulary.ts";
import { overlay } from "../../state/overlay.ts";
import { selection } from "../../state/selection.ts";
import { visualOrder } from "../../state/visual-order.ts";
import { Chip } from "../../widgets/chip/chip.tsx";
import { PlainText } from "../../widgets/plain-text/plain-text.tsx";
import { formatCount, formatShort } from "../../widgets/quantity.tsx";

/** Which rows of a mark are shown. */
export type Shown = "all" | "differences";

const HEAD = ["Message", "What", "Tokens (est.)", "Vendor", "Profile", ""] as const;

function agrees({ vendor, profile }: TruthRow): boolean {
  return vendor === (profile !== "kept");
}

/** Goes to the step after the mark with the message chosen in what is sent. */
function openRow(mark: TruthMark, row: TruthRow): void {
  overlay.getState().show(undefined);
  const { goToStep, select } = selection.getState();
  goToStep(mark.step);
  select({ index: row.message }, "raw");
  requestAnimationFrame(() => visualOrder()?.reveal({ index: row.message }));
}

/** What the vendor or the profile took out, row by row; each leads to its message. */
export function TruthRows({ mark, shown }: { readonly mark: TruthMark; readonly shown: Shown }) {
  const rows = shown === "all" ? mark.rows : mark.rows.filter((row) => !agrees(row));
  if (rows.length === 0) return <p className="muted truth__note">No difference among what is listed.</p>;
  return (
    <table className="truth__table">
      <thead>
        <tr>
          {HEAD.map((name) => (
            <th key={name} scope="col">
              {name === "" ? <span className="visually-hidden">Agreement</span> : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={`${row.message} ${row.callId ?? ""}`} row={row} onOpen={() => openRow(mark, row)} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ row, onOpen }: { readonly row: TruthRow; readonly onOpen: () => void }) {
  return (
    <tr>
      <th scope="row">
        <button type="button" className="truth__open number" title="Go to this message" onClick={onOpen}>
          {formatCount(row.message + 1)}
        </button>
      </th>
      <td className="truth__what">
        <PlainText text={(row.tool ? `result of ${row.tool}` : row.role).slice(0, 80)} />
      </td>
      <td className="number">{formatShort(row.tokens)}</td>
      <td>{row.vendor ? "took out" : "kept"}</td>
      <td>
        <Chip kind={row.profile} look={DISPOSITION_LOOKS[row.profile]} />
      </td>
      <td>{agrees(row) ? "same" : row.vendor ? "vendor only" : "profile only"}</td>
    </tr>
  );
}

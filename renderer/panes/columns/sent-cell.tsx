import { DISPOSITION_LOOKS } from "../../data/vocabulary.ts";
import type { Disposition } from "../../../core/contract/run-view.ts";
import { Chip } from "../../widgets/chip/chip.tsx";
import { formatBytes, formatCount } from "../../widgets/quantity.tsx";
import { RoleIcon } from "../../widgets/role-icon.tsx";
import { CellLines, Excerpt, MoreLinks } from "./cell.tsx";
import { roleOf } from "./describe.ts";
import type { MessageRow } from "./row.ts";
import { Saving, Sizes } from "./sizes.tsx";

/** What a store may keep the whole of. */
const STORED: ReadonlySet<Disposition> = new Set(["previewed", "paged", "limited", "cut", "evicted"]);

/** The chip of a disposition. */
export function DispositionChip({ disposition }: { readonly disposition: Disposition }) {
  return <Chip kind={disposition} look={DISPOSITION_LOOKS[disposition]} />;
}

function Label({ row }: { readonly row: MessageRow }) {
  const { role, label } = roleOf(row.raw);
  return (
    <>
      <span className="columns__role" data-role={row.raw.role}>
        <RoleIcon role={role} />
        {label}
      </span>
      <span className="columns__index number">{formatCount(row.index + 1)}</span>
    </>
  );
}

interface SentCellProps {
  readonly row: MessageRow;
  readonly counter: string;
  readonly onJumpToLifted: () => void;
  readonly onJumpToSummary: () => void;
  /** Shows what a store keeps of it. */
  readonly onOpenStored: () => void;
}

/** The outgoing form of a message: what is sent of it, a ghost where nothing is, nothing where a summary stands for it. */
export function SentCell(props: SentCellProps) {
  const { row, counter, onJumpToLifted, onJumpToSummary, onOpenStored } = props;
  const { sent, raw } = row;
  if (sent === null) return <p className="columns__absent">Not part of the request: what came back.</p>;
  switch (sent.state) {
    case "covered":
      return (
        <p className="columns__absent">
          <MoreLinks
            links={[
              { label: "summary", title: "Go to the summary that stands for it", onGo: onJumpToSummary },
            ]}
          />
        </p>
      );
    case "lifted":
      return (
        <p className="columns__absent">
          Sent after the summary{" "}
          <button type="button" tabIndex={-1} className="columns__link" onClick={onJumpToLifted}>
            go there
          </button>
        </p>
      );
    case "gone":
      return (
        <CellLines
          head={
            <>
              <Label row={row} />
              <DispositionChip disposition={sent.disposition} />
            </>
          }
          text={<span className="muted">Left out of the request</span>}
          sizes={<Sizes size={{ tokens: 0, bytes: 0 }} counter={counter} />}
        />
      );
    case "sent": {
      const { size, disposition } = sent;
      const changed = disposition !== "kept";
      return (
        <CellLines
          head={
            <>
              <Label row={row} />
              <DispositionChip disposition={disposition} />
              {changed ? <Saving raw={raw} sent={size} /> : null}
              {STORED.has(disposition) ? (
                <MoreLinks
                  links={[{ label: "stored", title: "See what a store keeps of it", onGo: onOpenStored }]}
                />
              ) : null}
            </>
          }
          text={
            changed ? (
              <span className="columns__change">
                {formatBytes(size.bytes)} of {formatBytes(raw.bytes)} sent
              </span>
            ) : (
              <Excerpt message={raw} />
            )
          }
          sizes={<Sizes size={size} counter={counter} />}
        />
      );
    }
  }
}

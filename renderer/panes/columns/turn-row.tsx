import type { Side } from "../../state/selection.ts";
import { formatCount, plural } from "../../widgets/quantity.tsx";
import { Excerpt } from "./cell.tsx";
import { CellBox } from "./cell-box.tsx";
import type { TurnRow } from "./row.ts";
import type { RowActions } from "./row-actions.ts";
import { Saving, Sizes } from "./sizes.tsx";

/** Height in pixels of the heading of a turn. */
export const TURN_HEIGHT = 30;

interface TurnRowProps {
  readonly at: number;
  readonly row: TurnRow;
  readonly counter: string;
  readonly selected: Side | undefined;
  readonly actions: RowActions;
}

/** The heading of a turn: what it began with and its size on both sides; its messages fold away under it. */
export function TurnRowView({ at, row, counter, selected, actions }: TurnRowProps) {
  const cell = (side: Side) => ({
    side,
    selected: selected === side,
    onSelect: () => actions.select(at, side),
    onInspect: () => actions.toggle(at),
  });
  const { turn, from, to, open, sent, raw } = row;
  return (
    <div
      className="columns__row columns__turn"
      data-kind="turn"
      data-sent={row.covered ? "covered" : undefined}
      style={{ minHeight: TURN_HEIGHT }}
    >
      <CellBox {...cell("raw")} state={row.covered ? "covered" : undefined}>
        <div className="columns__turn-line">
          <button
            type="button"
            tabIndex={-1}
            className="columns__toggle"
            aria-expanded={open}
            aria-label={`${open ? "Fold" : "Open"} turn ${formatCount(turn)}`}
            title={`${open ? "Fold" : "Open"} (Space)`}
            onClick={() => actions.toggle(at)}
          />
          <b className="columns__turn-name">Turn {formatCount(turn)}</b>
          <span className="columns__index number">{plural(to - from, "message")}</span>
          <span className="columns__text ellipsis">
            <Excerpt message={row.first} />
          </span>
          <Sizes size={raw} counter="chars4" oneLine />
        </div>
      </CellBox>
      <div
        className={row.covered ? "columns__gutter columns__gutter--river" : "columns__gutter"}
        role="presentation"
      />
      <CellBox {...cell("sent")} state={row.covered ? "covered" : undefined}>
        {sent ? (
          <div className="columns__turn-line">
            <span className="columns__index number">turn {formatCount(turn)}</span>
            <Saving raw={raw} sent={sent} />
            <span className="columns__text" />
            <Sizes size={sent} counter={counter} oneLine />
          </div>
        ) : (
          <span className="visually-hidden">The summary stands for it.</span>
        )}
      </CellBox>
    </div>
  );
}

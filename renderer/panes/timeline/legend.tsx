import { Fragment, useRef } from "react";
import type { ShownRun } from "../../../core/contract/step-columns.ts";
import { CATEGORY_LOOKS } from "../../data/vocabulary.ts";
import { useLayoutState } from "../../state/layout.ts";
import { Button } from "../../widgets/button.tsx";
import type { LineDash } from "../../widgets/chart/chart-data.ts";
import { useSize } from "../../widgets/chart/use-canvas.ts";
import { Icon } from "../../widgets/icon.tsx";
import { Menu } from "../../widgets/menu.tsx";
import { linesOf, occurring } from "./chart-data.ts";

/** What is drawn, and whether it is shown. */
function useEntries(run: ShownRun): readonly (EntryProps & { readonly id: string })[] {
  const { hiddenCategories, hiddenLines, toggleCategory, toggleLine } = useLayoutState((state) => state);
  const categories = occurring(run).map((category) => ({
    id: category,
    ...CATEGORY_LOOKS[category],
    on: !hiddenCategories.includes(category),
    onToggle: () => toggleCategory(category),
  }));
  const lines = linesOf(run).map((line) => ({
    id: line.id,
    label: line.label,
    colour: line.colour,
    means: line.means,
    line: line.dash,
    on: !hiddenLines.includes(line.id),
    onToggle: () => toggleLine(line.id),
  }));
  return [...categories, ...lines];
}

/** What the colours mean; each entry shows or hides its own. Where there is no room for all, a menu has all. */
export function Legend({ run }: { readonly run: ShownRun }) {
  const entries = useEntries(run);
  const outer = useRef<HTMLDivElement>(null);
  const whole = useRef<HTMLDivElement>(null);
  const room = useSize(outer).width;
  const cut = useSize(whole).width > room;
  const first = entries.findIndex(({ line }) => line !== undefined);
  return (
    <div className="legend" ref={outer} data-cut={cut}>
      <div className="legend__row">
        <div className="legend__entries" role="group" aria-label="Shown on the timeline" ref={whole}>
          {entries.map(({ id, ...entry }, at) => (
            <Fragment key={id}>
              {at === first ? <span className="legend__line" /> : null}
              <Entry {...entry} />
            </Fragment>
          ))}
        </div>
      </div>
      {cut ? <Whole entries={entries} /> : null}
    </div>
  );
}

/** The whole legend, as a menu. */
function Whole({ entries }: { readonly entries: ReturnType<typeof useEntries> }) {
  return (
    <Menu
      trigger={
        <Button small tone="quiet">
          Legend <Icon name="down" size={12} />
        </Button>
      }
      items={entries.map(({ id, label, means, on, onToggle, ...look }) => ({
        kind: "item",
        id,
        label: (
          <span className="legend__item">
            <Swatch {...look} /> {label}
          </span>
        ),
        detail: means,
        checked: on,
        stays: true,
        onSelect: onToggle,
      }))}
    />
  );
}

interface EntryProps {
  readonly label: string;
  readonly colour: string;
  readonly means?: string;
  readonly line?: LineDash;
  readonly on: boolean;
  readonly onToggle: () => void;
}

function Swatch({ colour, line }: Pick<EntryProps, "colour" | "line">) {
  // The style sheets' borders know no line of dashes and dots.
  if (line === "dash-dot") return <span className="swatch swatch--dash-dot" style={{ color: colour }} />;
  const style = line ? { borderTop: `2px ${line} ${colour}` } : { background: colour };
  return <span className={line ? "swatch swatch--line" : "swatch"} style={style} />;
}

function Entry({ label, colour, means, line, on, onToggle }: EntryProps) {
  return (
    <button type="button" className="legend__entry" aria-pressed={on} title={means} onClick={onToggle}>
      <Swatch colour={colour} {...(line ? { line } : {})} />
      {label}
    </button>
  );
}

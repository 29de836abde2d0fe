import type { ShownRun } from "../../../core/contract/step-columns.ts";
import { CATEGORY_LOOKS } from "../../data/vocabulary.ts";
import { useLayoutState } from "../../state/layout.ts";
import { linesOf, occurring } from "./chart-data.ts";

/** What the colours mean; each entry shows or hides its own. */
export function Legend({ run }: { readonly run: ShownRun }) {
  const { hiddenCategories, hiddenLines, toggleCategory, toggleLine } = useLayoutState((state) => state);
  return (
    <div className="legend" role="group" aria-label="Shown on the timeline">
      {occurring(run).map((category) => (
        <Entry
          key={category}
          {...CATEGORY_LOOKS[category]}
          on={!hiddenCategories.includes(category)}
          onToggle={() => toggleCategory(category)}
        />
      ))}
      <span className="legend__line" />
      {linesOf(run).map((line) => (
        <Entry
          key={line.id}
          label={line.label}
          colour={line.colour}
          means={line.means}
          line={line.dash}
          on={!hiddenLines.includes(line.id)}
          onToggle={() => toggleLine(line.id)}
        />
      ))}
    </div>
  );
}

interface EntryProps {
  readonly label: string;
  readonly colour: string;
  readonly means?: string;
  readonly line?: "solid" | "dashed" | "dotted";
  readonly on: boolean;
  readonly onToggle: () => void;
}

function Entry({ label, colour, means, line, on, onToggle }: EntryProps) {
  const swatch = line ? { borderTop: `2px ${line} ${colour}` } : { background: colour };
  return (
    <button type="button" className="legend__entry" aria-pressed={on} title={means} onClick={onToggle}>
      <span className={line ? "swatch swatch--line" : "swatch"} style={swatch} />
      {label}
    </button>
  );
}

import { useMemo } from "react";
import { type Sight, sightOf } from "../../../core/analysis/sight.ts";
import { useLayout } from "../../data/queries.ts";
import { formatCount } from "../../widgets/quantity.tsx";
import { useSettled } from "../../widgets/use-settled.ts";

/** How long the pointer rests on a step before its request is asked for, in milliseconds. */
const REST = 90;
/** The bar's width in its own units. */
const WIDTH = 240;

const SIGHTS: readonly { readonly sight: Sight; readonly label: string; readonly colour: string }[] = [
  { sight: "whole", label: "as recorded", colour: "var(--cat-assistant)" },
  { sight: "changed", label: "in part", colour: "var(--cat-previews)" },
  { sight: "summary", label: "in the summary", colour: "var(--cat-summary)" },
  { sight: "gone", label: "not at all", colour: "var(--border-strong)" },
];

const colourOf = (sight: Sight) => SIGHTS.find((one) => one.sight === sight)?.colour;

/** What the model could still see of raw history in a step: how many messages in which form, and where they lie. */
export function SightBar({ run, step }: { readonly run: string; readonly step: number }) {
  const rested = useSettled(step, REST);
  const place = useMemo(() => (rested === undefined ? undefined : { run, step: rested }), [run, rested]);
  const { data, stale } = useLayout(place);
  const reading = useMemo(() => (data && !stale ? sightOf(data) : undefined), [data, stale]);
  const shown = reading && data?.step === step ? reading : undefined;
  return (
    <div className="sight">
      <p className="step-tooltip__note">The model could still see, of what had been said:</p>
      <svg className="sight__bar" viewBox={`0 0 ${WIDTH} 8`} preserveAspectRatio="none">
        {shown?.spans.map(({ from, to, sight }) => (
          <rect
            key={from}
            x={(from * WIDTH) / Math.max(1, data?.end ?? 1)}
            width={((to - from) * WIDTH) / Math.max(1, data?.end ?? 1)}
            height="8"
            fill={colourOf(sight)}
          />
        ))}
      </svg>
      <p className="sight__counts">
        {shown
          ? SIGHTS.filter(({ sight }) => shown.counts[sight] > 0).map(({ sight, label, colour }) => (
              <span key={sight} className="sight__count">
                <span className="swatch" style={{ background: colour }} />
                {formatCount(shown.counts[sight])} {label}
              </span>
            ))
          : "…"}
      </p>
    </div>
  );
}

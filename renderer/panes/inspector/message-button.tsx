import { selection } from "../../state/selection.ts";
import { formatCount } from "../../widgets/quantity.tsx";

/** A message by its number, or the summary: leads to it. */
export function MessageButton({ index }: { readonly index: number }) {
  const at = index < 0 ? ({ special: "summary" } as const) : { index };
  return (
    <button type="button" className="inspector__link number" onClick={() => selection.getState().select(at)}>
      {index < 0 ? "the summary" : `message ${formatCount(index + 1)}`}
    </button>
  );
}

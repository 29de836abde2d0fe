import { CATEGORIES } from "../../../core/contract/run-view.ts";
import { CATEGORY_LOOKS } from "../../data/vocabulary.ts";
import { formatCount, formatDelta, formatShare } from "../../widgets/quantity.tsx";
import type { TokensProps } from "./tokens-tab.tsx";

interface Line {
  readonly label: string;
  readonly colour?: string;
  readonly tokens: number;
  readonly before: number | undefined;
}

function linesOf({ row, other }: TokensProps): Line[] {
  return CATEGORIES.map((category, at) => ({
    ...CATEGORY_LOOKS[category],
    tokens: row.categories[at] ?? 0,
    before: other?.categories[at],
  })).filter(({ tokens, before }) => tokens > 0 || (before ?? 0) > 0);
}

/** The step's request by category: tokens, share, and the difference to the pinned step or the one before. */
export function CategoryTable(props: TokensProps) {
  const { row, other, run } = props;
  const total = row.request.tokens;
  const sums: Line[] = [
    { label: "Outgoing", tokens: total, before: other?.request.tokens },
    { label: "Raw history", tokens: row.raw.tokens, before: other?.raw.tokens },
  ];
  return (
    <section aria-label="Tokens by category">
      <h3 className="tokens__title">
        Step {formatCount(row.step)}
        <span className="muted"> estimated tokens, {run.profile.tokenCounter}</span>
      </h3>
      <table className="tokens__table number">
        <thead>
          <tr>
            <th scope="col">Category</th>
            <th scope="col">Tokens</th>
            <th scope="col">Share</th>
            <th scope="col">{other ? `Δ step ${formatCount(other.step)}` : "Δ"}</th>
          </tr>
        </thead>
        <tbody>
          {linesOf(props).map((line) => (
            <TableLine key={line.label} line={line} total={total} />
          ))}
        </tbody>
        <tfoot>
          {sums.map((line) => (
            <TableLine key={line.label} line={line} total={line.tokens === total ? total : 0} />
          ))}
        </tfoot>
      </table>
    </section>
  );
}

function TableLine({ line, total }: { readonly line: Line; readonly total: number }) {
  const { label, colour, tokens, before } = line;
  return (
    <tr>
      <th scope="row">
        {colour ? <span className="tokens__swatch" style={{ background: colour }} /> : null}
        {label}
      </th>
      <td>{formatCount(tokens)}</td>
      <td>{total === 0 ? "–" : formatShare(tokens / total)}</td>
      <td className="muted">{before === undefined ? "–" : formatDelta(tokens - before)}</td>
    </tr>
  );
}

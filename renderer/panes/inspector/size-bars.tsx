import type { ContentSize } from "../../../core/model/event.ts";
import { formatBytes, formatCount, formatShare, plural } from "../../widgets/quantity.tsx";

interface BarProps {
  readonly label: string;
  readonly size: ContentSize;
  readonly of: number;
}

function Bar({ label, size, of }: BarProps) {
  const share = of > 0 ? Math.max(0.006, size.bytes / of) : 0;
  return (
    <tr>
      <th scope="row">{label}</th>
      <td className="inspector__bar-cell">
        <span className="inspector__bar" style={{ width: `${share * 100}%` }} />
        <span className="visually-hidden">{formatShare(of > 0 ? size.bytes / of : 0)} of the larger</span>
      </td>
      <td className="number">{formatCount(size.tokens)} tok</td>
      <td className="number" title={`${formatCount(size.bytes)} bytes, ${plural(size.lines, "line")}`}>
        {formatBytes(size.bytes)}
      </td>
    </tr>
  );
}

/** Sizes before and after an act, to scale. */
export function SizeBars({ before, after }: { readonly before: ContentSize; readonly after: ContentSize }) {
  const of = Math.max(before.bytes, after.bytes);
  return (
    <table className="inspector__bars">
      <tbody>
        <Bar label="Before" size={before} of={of} />
        <Bar label="After" size={after} of={of} />
      </tbody>
    </table>
  );
}

import { formatBytes, formatCount, formatShare, formatShort } from "../../widgets/quantity.tsx";
import type { Size } from "./row.ts";

interface SizesProps {
  readonly size: Size;
  readonly counter: string;
  /** Tokens before bytes, where there is one line only. */
  readonly oneLine?: boolean;
}

/** Tokens above bytes, so that the figures of all rows stand under each other. */
export function Sizes({ size, counter, oneLine = false }: SizesProps) {
  const title =
    size.tokens === null
      ? "The figure by this run's counter is not known for a single message"
      : `${formatCount(size.tokens)} tokens, estimated (${counter})`;
  return (
    <span className={`columns__sizes number${oneLine ? " columns__sizes--line" : ""}`}>
      <span title={title}>
        {size.tokens === null ? "–" : formatShort(size.tokens)}
        <span className="unit"> tok</span>
      </span>
      <span className="columns__bytes" title={`${formatCount(size.bytes)} bytes`}>
        {formatBytes(size.bytes)}
      </span>
    </span>
  );
}

/** How much smaller, or larger, the sent form is: `−92 %`. Nothing when the sizes are the same. */
export function Saving({ raw, sent }: { readonly raw: Size; readonly sent: Size }) {
  const comparable = raw.tokens !== null && sent.tokens !== null && raw.tokens > 0;
  const before = comparable ? raw.tokens : raw.bytes;
  const after = comparable ? (sent.tokens ?? 0) : sent.bytes;
  if (before === after || before === 0) return null;
  const share = Math.abs(after - before) / before;
  const saved = after < before;
  return (
    <span className={saved ? "columns__saving" : "columns__saving columns__saving--more"}>
      {saved ? "−" : "+"}
      {formatShare(share)}
    </span>
  );
}

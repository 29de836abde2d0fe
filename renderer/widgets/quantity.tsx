/** What a figure is: reported by the provider, estimated by a counter, or derived from those (ledger). */
export type FigureKind = "reported" | "estimated" | "derived";

const whole = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 1, minimumFractionDigits: 0 });

/** A whole number with separators: 24,310. */
export function formatCount(value: number): string {
  return whole.format(value);
}

/** A number in three to five characters: 950, 24.3k, 1.2M, 130.5G. */
export function formatShort(value: number): string {
  const size = Math.abs(value);
  if (size < 1000) return whole.format(value);
  if (size < 999_500) return `${(size < 99_950 ? short : whole).format(value / 1000)}k`;
  if (size < 999_500_000) return `${(size < 99_950_000 ? short : whole).format(value / 1e6)}M`;
  return `${short.format(value / 1e9)}G`;
}

/** A difference with its sign: `+1,200`, `−300`, `±0`. */
export function formatDelta(value: number): string {
  if (value === 0) return "±0";
  return `${value > 0 ? "+" : "−"}${whole.format(Math.abs(value))}`;
}

/** An amount of money: two digits after the point, more where it is small. `$0.0042`, `EUR 12.30`. */
export function formatMoney(value: number, currency: string): string {
  const size = Math.abs(value);
  const digits = size >= 1 || size === 0 ? 2 : Math.min(6, 2 - Math.floor(Math.log10(size)));
  const amount = size.toLocaleString("en-GB", { minimumFractionDigits: 2, maximumFractionDigits: digits });
  return `${value < 0 ? "−" : ""}${currency}${/^\w/u.test(currency) ? "\u00a0" : ""}${amount}`;
}

/** Bytes with a binary unit: 512 B, 64 KiB, 1.5 MiB. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${whole.format(bytes)} B`;
  if (bytes < 1024 * 1024) return `${short.format(bytes / 1024)} KiB`;
  if (bytes < 1024 ** 3) return `${short.format(bytes / 1024 ** 2)} MiB`;
  return `${short.format(bytes / 1024 ** 3)} GiB`;
}

/** A difference in bytes with its sign: `+1.5 KiB`, `−300 B`, `±0 B`. */
export function formatDeltaBytes(bytes: number): string {
  return `${bytes === 0 ? "±" : bytes > 0 ? "+" : "−"}${formatBytes(Math.abs(bytes))}`;
}

/** A share from 0 to 1 as per cent: 37 %. With one digit near 0 and near 100 %, so that neither is said of what is not. */
export function formatShare(share: number): string {
  const percent = share * 100;
  const size = Math.abs(percent);
  const fine = size < 10 || (size > 99 && size < 100);
  const shown = (fine ? short : whole).format(fine && size < 100 ? Math.min(size, 99.9) : size);
  return `${percent < 0 && shown !== "0" ? "−" : ""}${shown} %`;
}

/** A length of time: 340 µs, 12 ms, 1.4 s. */
export function formatMilliseconds(ms: number): string {
  if (ms < 1) return `${whole.format(ms * 1000)} µs`;
  if (ms < 1000) return `${whole.format(ms)} ms`;
  return `${short.format(ms / 1000)} s`;
}

/** "1 step", "2 steps". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** "no fires", "1 fire", "2 fires". */
export function pluralOrNo(count: number, one: string, many: string): string {
  return count === 0 ? `no ${many}` : plural(count, one, many);
}

/** A token figure: short on the screen, whole in its tooltip, with its kind and counter. */
export function Tokens(props: {
  readonly value: number;
  readonly kind?: FigureKind;
  readonly counter?: string;
}) {
  const { value, kind = "estimated", counter } = props;
  const title = `${formatCount(value)} tokens, ${kind}${counter ? ` (${counter})` : ""}`;
  return (
    <span className="number" title={title}>
      {formatShort(value)}
      <span className="unit"> tok</span>
    </span>
  );
}

/** A byte figure: short on the screen, whole in its tooltip. */
export function Bytes({ value }: { readonly value: number }) {
  return (
    <span className="number" title={`${formatCount(value)} bytes`}>
      {formatBytes(value)}
    </span>
  );
}

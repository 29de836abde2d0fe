import type { Row } from "./row.ts";

/** Height in pixels of a row that is not opened; width of the gutter between the columns. */
export const ROW_HEIGHT = 44;
export const GUTTER_WIDTH = 40;

/** Height of a ribbon's mouth in pixels: all of what was recorded, or the share of it that is sent. */
const MOUTH = 20;
const MIDDLE = ROW_HEIGHT / 2;

/** A band that goes from one height on the left to another on the right. */
function ribbonPath(left: number, right: number): string {
  const near = GUTTER_WIDTH * 0.45;
  const far = GUTTER_WIDTH * 0.55;
  const [a, b, c, d] = [MIDDLE - left / 2, MIDDLE - right / 2, MIDDLE + right / 2, MIDDLE + left / 2];
  return `M0 ${a}C${near} ${a} ${far} ${b} ${GUTTER_WIDTH} ${b}V${c}C${far} ${c} ${near} ${d} 0 ${d}Z`;
}

/** What a ribbon says of a row: how much goes in, how much comes out, and in which colour. */
export interface Ribbon {
  readonly left: number;
  readonly right: number;
  readonly kind: string;
}

/** Height of what is left of a size; a trace of it always shows. The root makes a tenth still visible. */
function mouth(share: number): number {
  return Math.max(2, MOUTH * Math.sqrt(Math.min(1, share)));
}

/** The ribbon of a row, or null where none goes across. */
export function ribbonOf(row: Row): Ribbon | null {
  switch (row.kind) {
    case "system":
    case "tools":
      return row.raw && { left: MOUTH, right: MOUTH, kind: "kept" };
    case "inserted":
      return { left: 0, right: MOUTH, kind: "repaired" };
    case "message":
    case "lifted": {
      if (row.sent?.state === "gone") return { left: MOUTH, right: 0, kind: row.sent.disposition };
      if (row.sent?.state !== "sent") return null;
      const { disposition, size } = row.sent;
      const share = disposition === "kept" || row.raw.bytes === 0 ? 1 : size.bytes / row.raw.bytes;
      return { left: MOUTH, right: mouth(share), kind: disposition };
    }
    default:
      return null;
  }
}

/** The connector between the two sides of a row. */
export function Gutter({ row }: { readonly row: Row }) {
  const flows = row.kind === "message" && (row.sent?.state === "covered" || row.sent?.state === "lifted");
  const ribbon = ribbonOf(row);
  if (ribbon?.kind === "kept" && ribbon.left === ribbon.right)
    return <div className="columns__gutter columns__gutter--kept" role="presentation" />;
  return (
    <div className={flows ? "columns__gutter columns__gutter--river" : "columns__gutter"} role="presentation">
      {ribbon ? (
        <svg
          className="columns__ribbon"
          data-kind={ribbon.kind}
          width={GUTTER_WIDTH}
          height={ROW_HEIGHT}
          aria-hidden="true"
        >
          <path d={ribbonPath(ribbon.left, ribbon.right)} />
        </svg>
      ) : null}
    </div>
  );
}

interface RiverMouthProps {
  readonly height: number;
  /** The covered messages are not drawn: it comes from their heading alone. */
  readonly folded: boolean;
}

/** The mouth of the river of covered messages: from below into the summary's card. */
export function RiverMouth({ height, folded }: RiverMouthProps) {
  const width = GUTTER_WIDTH;
  const straight = `M0 4C${width * 0.5} 4 ${width * 0.5} 18 ${width} 18V${height - 18}C${width * 0.5} ${height - 18} ${width * 0.5} ${height - 4} 0 ${height - 4}Z`;
  const fromBelow = `M0 ${height}C0 ${height * 0.4} ${width * 0.3} 10 ${width} 10V${height - 18}C${width * 0.6} ${height - 18} ${width * 0.4} ${height - 14} ${width * 0.4} ${height}Z`;
  return (
    <svg className="columns__ribbon" data-kind="summarised" width={width} height={height} aria-hidden="true">
      <path d={folded ? straight : fromBelow} />
    </svg>
  );
}

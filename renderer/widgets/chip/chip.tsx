import type { CSSProperties, ReactNode } from "react";
import { type ChipKind, ChipShape } from "./shape.tsx";
import "./chip.css";

export interface ChipProps {
  readonly kind: ChipKind;
  readonly look: {
    readonly label: string;
    /** One sentence, shown on hover. */
    readonly means: string;
    /** A CSS colour that can be read on the page. */
    readonly colour: string;
  };
}

/** A shape, a word and a colour that say the same. */
export function Chip({ kind, look }: ChipProps): ReactNode {
  const style: CSSProperties & Record<`--${string}`, string> = { "--chip": look.colour };
  return (
    <span className="chip" data-kind={kind} title={look.means} style={style}>
      <ChipShape kind={kind} />
      <span className="chip-word">{look.label}</span>
    </span>
  );
}

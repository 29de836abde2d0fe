import type { ReactNode } from "react";
import { type TextPiece, textPieces } from "./marks.ts";
import "./plain-text.css";

function drawn(piece: TextPiece, at: number): ReactNode {
  if ("text" in piece) return piece.text;
  return (
    <span key={at} className="text-mark" title={piece.name} aria-label={piece.name} role="img">
      {piece.mark}
    </span>
  );
}

/**
 * Text that somebody else wrote: drawn as text, whatever it holds. Characters that cannot be seen, or that would
 * turn the text around them about, are drawn as marks. The caller bounds its length.
 */
export function PlainText({ text }: { readonly text: string }): ReactNode {
  return <bdi className="plain-text">{textPieces(text).map(drawn)}</bdi>;
}

import { useMemo } from "react";
import { PlainText } from "../plain-text/plain-text.tsx";
import { VirtualList } from "../virtual-list/virtual-list.tsx";
import { diffTone, paintCode } from "./paint-line.ts";
import { type TextLine, textLines } from "./text-lines.ts";
import "./text-view.css";

export interface TextViewProps {
  readonly text: string;
  readonly label: string;
  /** Drawn as code with line numbers; prose has none. */
  readonly numbered?: boolean;
  /** Words, quotes and comments of a program, or the added and removed lines of a diff, are told apart. */
  readonly form?: "code" | "diff" | undefined;
}

/** Up to this many lines are drawn as they are; longer texts scroll in a box of their own. */
const PLAIN_LINES = 80;
const LINE_HEIGHT = 18;
/** Characters that fit a line, roughly: only the first guess of a row's height. */
const GUESSED_COLUMNS = 60;

interface LineProps extends Required<Pick<TextViewProps, "numbered">> {
  readonly line: TextLine;
  readonly form: TextViewProps["form"];
}

function Line({ line, numbered, form }: LineProps) {
  // The rest of a long line is what its beginning was.
  const tone = form === "diff" && line.number > 0 ? diffTone(line.text) : undefined;
  return (
    <div className="text-view__line" data-tone={tone}>
      {numbered ? (
        <span className="text-view__number" aria-hidden="true">
          {line.number > 0 ? line.number : "↳"}
        </span>
      ) : null}
      <span className="text-view__text">
        {line.text === "" ? (
          "\u00a0"
        ) : form === "code" ? (
          <Code text={line.text} />
        ) : (
          <PlainText text={line.text} />
        )}
      </span>
    </div>
  );
}

function Code({ text }: { readonly text: string }) {
  return paintCode(text).map((piece, at) => (
    <span key={at} data-kind={piece.kind}>
      <PlainText text={piece.text} />
    </span>
  ));
}

function height(line: TextLine | undefined): number {
  return Math.max(1, Math.ceil((line?.text.length ?? 0) / GUESSED_COLUMNS)) * LINE_HEIGHT;
}

/** Somebody else's text, of any length: wrapped, bounded, never interpreted. */
export function TextView({ text, label, numbered = true, form }: TextViewProps) {
  const lines = useMemo(() => textLines(text), [text]);
  if (lines.length === 0) return <p className="text-view text-view--empty">empty</p>;
  const digits = String(lines.findLast((line) => line.number > 0)?.number ?? 1).length;
  const style = { "--digits": `${digits}ch` } as object;
  if (lines.length <= PLAIN_LINES) {
    return (
      <div className="text-view" style={style}>
        {lines.map((line, at) => (
          <Line key={at} line={line} numbered={numbered} form={form} />
        ))}
      </div>
    );
  }
  return (
    <div className="text-view text-view--long" style={style}>
      <VirtualList
        count={lines.length}
        estimate={(at) => height(lines[at])}
        keyOf={String}
        overscan={20}
        container={{ role: "region", "aria-label": label, tabIndex: 0 }}
        render={(at) => {
          const line = lines[at];
          return line ? <Line line={line} numbered={numbered} form={form} /> : null;
        }}
      />
    </div>
  );
}

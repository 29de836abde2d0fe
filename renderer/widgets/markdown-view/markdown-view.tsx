import { type ReactNode, useMemo } from "react";
import { PlainText } from "../plain-text/plain-text.tsx";
import { TextView } from "../text-view/text-view.tsx";
import { type Block, parseInline, parseMarkdown } from "./parse.ts";
import "./markdown-view.css";

/** Blocks that are drawn; what comes after them is drawn as text. */
const MOST = 150;
/** A longer stretch without a break is drawn as text: one element with all of it would hold the page up. UTF-16 units. */
const LONGEST = 8000;

/** Running text: its marks are drawn, its links lead nowhere. */
function Running({ text }: { readonly text: string }) {
  return parseInline(text).map((piece, at) => {
    const words = <PlainText text={piece.text} />;
    switch (piece.kind) {
      case "code":
        return <code key={at}>{words}</code>;
      case "strong":
        return <strong key={at}>{words}</strong>;
      case "em":
        return <em key={at}>{words}</em>;
      case "link":
        return (
          <span key={at} className="markdown__link">
            {words}
          </span>
        );
      case undefined:
        return <span key={at}>{words}</span>;
    }
  });
}

function BlockOf({ block }: { readonly block: Block }): ReactNode {
  if ("text" in block && block.kind !== "code" && block.text.length > LONGEST)
    return <TextView text={block.text} label={block.kind} numbered={false} />;
  switch (block.kind) {
    case "heading":
      return (
        <p className="markdown__heading" data-level={block.level}>
          <Running text={block.text} />
        </p>
      );
    case "item":
      return (
        <p className="markdown__item" style={{ marginLeft: block.depth * 16 }}>
          <span className="markdown__mark">{block.mark}</span>
          <span>
            <Running text={block.text} />
          </span>
        </p>
      );
    case "code":
      return <TextView text={block.text} label={block.language || "code"} form="code" numbered={false} />;
    case "table":
      return <TableOf rows={block.rows} />;
    case "rule":
      return <hr />;
    case "quote":
    case "paragraph":
      return (
        <p className={block.kind === "quote" ? "markdown__quote" : undefined}>
          <Running text={block.text} />
        </p>
      );
  }
}

function TableOf({ rows }: { readonly rows: readonly (readonly string[])[] }) {
  return (
    <table>
      <tbody>
        {rows.slice(0, 100).map((cells, row) => (
          <tr key={row}>
            {cells.slice(0, 40).map((cell, at) => (
              <td key={at}>
                <Running text={cell.slice(0, 500)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/**
 * Somebody else's Markdown, drawn without its being able to do anything: no HTML, no image, no address that leads
 * anywhere.
 */
export function MarkdownView({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  const { blocks, rest } = useMemo(() => parseMarkdown(text, MOST), [text]);
  return (
    <div className="markdown">
      {blocks.map((block, at) => (
        <BlockOf key={at} block={block} />
      ))}
      {rest === "" ? null : <TextView text={rest} label={`${label}, the rest as text`} numbered={false} />}
    </div>
  );
}

import { useMemo, useState } from "react";
import type { BodyBlock } from "../../data/body-blocks.ts";
import { JsonView } from "../../widgets/json-view/json-view.tsx";
import { PlainText } from "../../widgets/plain-text/plain-text.tsx";
import { TextView } from "../../widgets/text-view/text-view.tsx";
import { MediaView } from "./media-view.tsx";

/** A longer text is not tried as JSON by itself. */
const JSON_UNITS = 500_000;

/** The object or list that a text is, or undefined. */
export function jsonOf(text: string): object | undefined {
  const start = /^\s*[[{]/.test(text.slice(0, 200));
  if (!start || text.length > JSON_UNITS) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

interface TextBlockProps {
  readonly title: string;
  readonly text: string;
  readonly tone?: "error" | "thinking";
}

function TextBlock({ title, text, tone }: TextBlockProps) {
  const [asJson, setAsJson] = useState(false);
  const json = useMemo(() => jsonOf(text), [text]);
  return (
    <section className="inspector__block" data-tone={tone}>
      <header>
        <h4>{title}</h4>
        {json ? (
          <button
            type="button"
            className="inspector__link"
            aria-pressed={asJson}
            onClick={() => setAsJson(!asJson)}
          >
            {asJson ? "as text" : "as JSON"}
          </button>
        ) : null}
      </header>
      {json && asJson ? <JsonView value={json} /> : <TextView text={text} label={title} />}
    </section>
  );
}

function CallBlock({ block }: { readonly block: BodyBlock & { kind: "call" } }) {
  const raw = typeof block.arguments === "string";
  return (
    <section className="inspector__block">
      <header>
        <h4>
          Call <PlainText text={block.name.slice(0, 200)} />
        </h4>
        {raw ? <span className="muted">the arguments are no valid JSON</span> : null}
      </header>
      {typeof block.arguments === "string" ? (
        <TextView text={block.arguments} label="Arguments" />
      ) : (
        <JsonView value={block.arguments} />
      )}
    </section>
  );
}

/** One part of a message. */
export function BlockView({ block }: { readonly block: BodyBlock }) {
  switch (block.kind) {
    case "text":
      return block.isError === true ? (
        <TextBlock title={block.title} text={block.text} tone="error" />
      ) : (
        <TextBlock title={block.title} text={block.text} />
      );
    case "thinking":
      return <TextBlock title={block.title} text={block.text} tone="thinking" />;
    case "call":
      return <CallBlock block={block} />;
    case "media":
      return <MediaView media={block.media} />;
  }
}

import { useMemo, useState } from "react";
import type { BodyBlock } from "../../data/body-blocks.ts";
import { formsOf, jsonOf, type TextForm } from "../../data/text-form.ts";
import { JsonView } from "../../widgets/json-view/json-view.tsx";
import { MarkdownView } from "../../widgets/markdown-view/markdown-view.tsx";
import { PlainText } from "../../widgets/plain-text/plain-text.tsx";
import { TextView } from "../../widgets/text-view/text-view.tsx";
import { MediaView } from "./media-view.tsx";

const NAMES: { readonly [F in TextForm]: string } = {
  json: "JSON",
  diff: "diff",
  markdown: "Markdown",
  code: "code",
};

/** Those that only colour the text are taken at once. */
function firstForm(forms: readonly TextForm[]): TextForm | undefined {
  return forms.find((form) => form === "diff" || form === "code");
}

interface TextBlockProps {
  readonly title: string;
  readonly text: string;
  readonly tone?: "error" | "thinking";
}

function TextBlock({ title, text, tone }: TextBlockProps) {
  const forms = useMemo(() => formsOf(text), [text]);
  const [chosen, setChosen] = useState<TextForm | "text">();
  const form = chosen ?? firstForm(forms) ?? "text";
  return (
    <section className="inspector__block" data-tone={tone}>
      <header>
        <h4>{title}</h4>
        {forms.map((one) => (
          <button
            key={one}
            type="button"
            className="inspector__link"
            aria-pressed={form === one}
            onClick={() => setChosen(form === one ? "text" : one)}
          >
            {form === one ? "as text" : `as ${NAMES[one]}`}
          </button>
        ))}
      </header>
      <Formed form={form} text={text} title={title} />
    </section>
  );
}

function Json({ text }: { readonly text: string }) {
  return <JsonView value={useMemo(() => jsonOf(text), [text])} />;
}

interface FormedProps {
  readonly form: TextForm | "text";
  readonly text: string;
  readonly title: string;
}

function Formed({ form, text, title }: FormedProps) {
  switch (form) {
    case "json":
      return <Json text={text} />;
    case "markdown":
      return <MarkdownView text={text} label={title} />;
    case "code":
    case "diff":
      return <TextView text={text} label={title} form={form} />;
    case "text":
      return <TextView text={text} label={title} />;
  }
}

function CallBlock({ block }: { readonly block: BodyBlock & { kind: "call" } }) {
  const raw = typeof block.arguments === "string";
  return (
    <section className="inspector__block">
      <header>
        <h4>
          Call <PlainText text={block.name.slice(0, 200)} />
        </h4>
        {raw ? <span className="muted">arguments not read as JSON</span> : null}
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

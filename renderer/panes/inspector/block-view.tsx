import { useMemo } from "react";
import type { BodyBlock } from "../../data/body-blocks.ts";
import { formsOf, jsonOf, type TextForm } from "../../data/text-form.ts";
import { type BlockForm, reading, useReading } from "../../state/reading.ts";
import { type JsonTree, JsonView } from "../../widgets/json-view/json-view.tsx";
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
  readonly place: string;
  readonly title: string;
  readonly text: string;
  readonly tone?: "error" | "thinking";
}

/** The form that was chosen for a block, where its text has it. */
function useChosenForm(place: string, forms: readonly TextForm[]): BlockForm | undefined {
  const chosen = useReading((state) => state.forms.get(place));
  return chosen === "text" || forms.some((one) => one === chosen) ? chosen : undefined;
}

function TextBlock({ place, title, text, tone }: TextBlockProps) {
  const forms = useMemo(() => formsOf(text), [text]);
  const form = useChosenForm(place, forms) ?? firstForm(forms) ?? "text";
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
            onClick={() => reading.getState().drawAs(place, form === one ? "text" : one)}
          >
            {form === one ? "as text" : `as ${NAMES[one]}`}
          </button>
        ))}
      </header>
      <Formed form={form} text={text} title={title} place={place} />
    </section>
  );
}

function Json({ text, place }: { readonly text: string; readonly place: string }) {
  return <Tree value={useMemo(() => jsonOf(text), [text])} place={place} />;
}

/** A tree whose nodes stay as they were left for as long as the message is chosen. */
function Tree({ value, place }: { readonly value: unknown; readonly place: string }) {
  const nodes = useReading((state) => state.nodes);
  const children = useReading((state) => state.children);
  const { toggleNode, moreChildren } = reading.getState();
  const at = (path: string) => (path === "" ? place : `${place}-${path}`);
  const tree: JsonTree = {
    isToggled: (path) => nodes.has(at(path)),
    onToggle: (path) => toggleNode(at(path)),
    more: (path) => children.get(at(path)) ?? 0,
    onMore: (path) => moreChildren(at(path)),
  };
  return <JsonView value={value} tree={tree} />;
}

interface FormedProps {
  readonly form: BlockForm;
  readonly text: string;
  readonly title: string;
  readonly place: string;
}

function Formed({ form, text, title, place }: FormedProps) {
  switch (form) {
    case "json":
      return <Json text={text} place={place} />;
    case "markdown":
      return <MarkdownView text={text} label={title} />;
    case "code":
    case "diff":
      return <TextView text={text} label={title} form={form} />;
    case "text":
      return <TextView text={text} label={title} />;
  }
}

function CallBlock({ block, place }: BlockViewProps & { readonly block: BodyBlock & { kind: "call" } }) {
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
        <Tree value={block.arguments} place={place} />
      )}
    </section>
  );
}

interface BlockViewProps {
  readonly block: BodyBlock;
  /** Where it stands, for what is remembered of it. */
  readonly place: string;
}

/** One part of a message. */
export function BlockView({ block, place }: BlockViewProps) {
  switch (block.kind) {
    case "text":
      return block.isError === true ? (
        <TextBlock place={place} title={block.title} text={block.text} tone="error" />
      ) : (
        <TextBlock place={place} title={block.title} text={block.text} />
      );
    case "thinking":
      return <TextBlock place={place} title={block.title} text={block.text} tone="thinking" />;
    case "call":
      return <CallBlock block={block} place={place} />;
    case "media":
      return <MediaView media={block.media} />;
  }
}

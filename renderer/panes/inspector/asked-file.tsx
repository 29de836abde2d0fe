import type { ReactNode } from "react";
import type { AskedFile as FileAnswer, AskedFileCall, AskedSpan } from "../../../core/model/run-answers.ts";
import type { Disposition } from "../../../core/contract/run-view.ts";
import { useCurrent } from "../../data/current.tsx";
import { useSection } from "../../state/looks.ts";
import { Icon } from "../../widgets/icon.tsx";
import { PlainText } from "../../widgets/plain-text/plain-text.tsx";
import { formatCount, plural } from "../../widgets/quantity.tsx";
import { AskedMessage } from "./asked-message.tsx";
import { StepLink } from "./event-card.tsx";
import { subjectOf } from "./use-subject.ts";

/** What a request has of a file's content, the most first. */
const FORMS = ["whole", "part", "summary", "placeholder", "nothing"] as const;
type Form = (typeof FORMS)[number];

const FORM_OF: { readonly [D in Disposition]: Form } = {
  kept: "whole",
  previewed: "part",
  evicted: "part",
  paged: "part",
  limited: "part",
  cut: "part",
  summarised: "summary",
  cleared: "placeholder",
  pruned: "nothing",
  repaired: "nothing",
};

const PARTS: { readonly [D in Disposition]?: string } = {
  previewed: "a preview",
  evicted: "a preview",
  paged: "the first page",
};

/** The call whose content a request has most of; of two that are alike the newer. */
interface Lead {
  readonly call: AskedFileCall;
  readonly span: AskedSpan;
}

function leadAt(calls: readonly AskedFileCall[], step: number): Lead | undefined {
  let lead: Lead | undefined;
  for (const call of calls) {
    const span = call.isError ? undefined : call.spans.find(({ from, to }) => step >= from && step <= to);
    if (span && (!lead || rank(span) <= rank(lead.span))) lead = { call, span };
  }
  return lead;
}

function rank({ disposition }: AskedSpan): number {
  return FORMS.indexOf(FORM_OF[disposition]);
}

function headline({ call, span }: Lead, step: number): string {
  const request = `the request of step ${formatCount(step)}`;
  const content = call.writes ? "what was written to this file" : "this file's content";
  switch (FORM_OF[span.disposition]) {
    case "whole":
      return `Whole in ${request}: ${content}`;
    case "part":
      return `Only ${PARTS[span.disposition] ?? "a part"} in ${request}, of ${content}`;
    case "summary":
      return `Not in ${request}: a summary stands for ${content}`;
    case "placeholder":
      return `Not in ${request}: a placeholder stands for ${content}`;
    case "nothing":
      return `Not in ${request}: ${content} was left out`;
  }
}

/** Why no request up to the step has anything of the file. */
function absence({ calls }: FileAnswer, step: number): string {
  const first = calls.find(({ isError, spans }) => !isError && spans.length > 0);
  if (first) return `Not in the request of step ${formatCount(step)}: this file was read later`;
  return calls.some(({ isError }) => !isError)
    ? "Never in a request: nothing was asked after this file was read"
    : "Never in a request: every call for this file failed";
}

function Title({ call }: { readonly call: AskedFileCall }) {
  const outline = useCurrent().outline.data;
  const subject = outline && subjectOf({ index: call.index }, outline);
  return <>{subject?.title ?? `Message ${formatCount(call.index + 1)}`}</>;
}

/** Since when the request has it like that, and by which rule. */
function Since({ lead: { call, span } }: { readonly lead: Lead }) {
  return (
    <p>
      <Title call={call} /> is sent {span.because === undefined ? "as recorded" : "like that"} since{" "}
      <StepLink step={span.from} />.{" "}
      {span.because && span.sentence !== undefined ? (
        <>
          <PlainText text={span.sentence.slice(0, 400)} /> Event{" "}
          <span className="number">{span.because.seq}</span>.
        </>
      ) : null}
    </p>
  );
}

/** The calls that are told first: those the request can have something of, the newest before. */
function inOrder(calls: readonly AskedFileCall[], step: number): AskedFileCall[] {
  const isBefore = ({ spans }: AskedFileCall) => (spans[0]?.from ?? Infinity) <= step;
  return [...calls.filter(isBefore).toReversed(), ...calls.filter((call) => !isBefore(call))];
}

function said({ call, writes, isError }: AskedFileCall): string {
  return `${writes ? "written by" : "read by"} ${call.slice(0, 60)}${isError ? ", which failed" : ""}`;
}

/**
 * What a request has of a file: whole, a part, a summary or nothing, since which step and by which rule; then the
 * calls that read or wrote it. `children` is what is said of the path as a text.
 */
export function AskedFile({
  file,
  step,
  children,
}: {
  readonly file: FileAnswer;
  readonly step: number;
  readonly children: ReactNode;
}) {
  const section = useSection("path");
  const lead = leadAt(file.calls, step);
  const form = lead ? FORM_OF[lead.span.disposition] : "nothing";
  const shown = inOrder(file.calls, step).slice(0, 20);
  return (
    <>
      <h3 data-holds={form === "whole"} data-part={form === "part"}>
        <Icon name={form === "whole" ? "check" : form === "part" ? "warning" : "close"} size={14} />
        {lead ? headline(lead, step) : absence(file, step)}
      </h3>
      {lead ? <Since lead={lead} /> : null}
      <ol className="ask__places" aria-label="Calls for this file">
        {shown.map((call, at) => (
          <AskedMessage
            key={`${call.index} ${at}`}
            index={call.index}
            said={said(call)}
            spans={call.spans}
            step={step}
          />
        ))}
      </ol>
      {file.total > shown.length ? (
        <p className="muted">
          {shown.length} of {plural(file.total, "call")} are told.
        </p>
      ) : null}
      <details className="ask__text" {...section}>
        <summary>The path as a text</summary>
        {children}
      </details>
    </>
  );
}

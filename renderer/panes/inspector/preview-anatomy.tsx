import type { PreviewPart, PreviewStretch } from "../../../core/model/run-answers.ts";
import { DISPOSITION_LOOKS } from "../../data/vocabulary.ts";
import { Chip } from "../../widgets/chip/chip.tsx";
import { PlainText } from "../../widgets/plain-text/plain-text.tsx";
import { formatBytes, formatCount, formatShare, plural } from "../../widgets/quantity.tsx";
import { ActionName, StepLink } from "./event-card.tsx";
import { comparison } from "./phrases.ts";

const LABELS: { readonly [K in PreviewStretch["kind"]]: string } = {
  head: "Head",
  middle: "Shown",
  tail: "Tail",
  notice: "Notice",
  omitted: "Left out",
};

/** No more stretches than these are drawn one by one. */
const DRAWN = 40;

function linesSaid({ lines }: PreviewStretch): string {
  if (!lines) return "written by the policy";
  return lines.from === lines.to
    ? `line ${formatCount(lines.from)}`
    : `lines ${formatCount(lines.from)}–${formatCount(lines.to)}`;
}

/** The whole of the result and its preview to one scale: what is shown is filled, what is left out is hatched. */
function Scale({ stretches }: { readonly stretches: readonly PreviewStretch[] }) {
  const whole = stretches.reduce((sum, { bytes }) => sum + bytes, 0);
  return (
    <div className="preview__scale" aria-hidden="true">
      {stretches.map((stretch, at) => (
        <span
          key={at}
          data-kind={stretch.kind}
          style={{ flexGrow: Math.max(stretch.bytes, whole * 0.012) }}
          title={`${LABELS[stretch.kind]}: ${formatBytes(stretch.bytes)}, ${linesSaid(stretch)}`}
        />
      ))}
    </div>
  );
}

function Row({ stretch, whole }: { readonly stretch: PreviewStretch; readonly whole: number }) {
  const { kind, bytes, tokens, text } = stretch;
  return (
    <>
      <tr data-kind={kind}>
        <th scope="row">
          <span className="preview__key" aria-hidden="true" /> {LABELS[kind]}
        </th>
        <td>{linesSaid(stretch)}</td>
        <td className="number" title={`${formatCount(bytes)} bytes`}>
          {formatBytes(bytes)}
        </td>
        <td className="number">{formatCount(tokens)} tok</td>
        <td className="number muted">{whole > 0 && kind !== "notice" ? formatShare(bytes / whole) : ""}</td>
      </tr>
      {text === undefined || text.trim() === "" ? null : (
        <tr>
          <td colSpan={5} className="preview__notice">
            <PlainText text={text.trim().slice(0, 600)} />
          </td>
        </tr>
      )}
    </>
  );
}

/** What the notice points at, and whether it is there. */
function Pointer({ part }: { readonly part: PreviewPart }) {
  const { path, identity, kind } = part.store;
  const target = path ?? identity;
  if (target === undefined) return <p className="preview__pointer muted">Pointer: none</p>;
  const state =
    kind === "gone" ? "no longer there" : kind === "source" ? "the file that was read" : "can be read back";
  return (
    <p className="preview__pointer" data-gone={kind === "gone"}>
      Pointer:{" "}
      <code>
        <PlainText text={target.slice(0, 300)} />
      </code>
      , {state}
    </p>
  );
}

function Stretches({ part }: { readonly part: PreviewPart }) {
  return (
    <table className="preview__table">
      <caption className="visually-hidden">What the preview is made of, in reading order</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">Part</th>
          <th scope="col">What</th>
          <th scope="col">Bytes</th>
          <th scope="col">Tokens</th>
          <th scope="col">Of the original</th>
        </tr>
      </thead>
      <tbody>
        {part.stretches.slice(0, DRAWN).map((stretch, at) => (
          <Row key={at} stretch={stretch} whole={part.original.bytes} />
        ))}
      </tbody>
    </table>
  );
}

function Sizes({ part }: { readonly part: PreviewPart }) {
  const { original, shown } = part;
  return (
    <p className="preview__sizes">
      <b className="number">{formatBytes(original.bytes)}</b>, {plural(original.lines, "line")},{" "}
      <span className="number">{formatCount(original.tokens)} tok</span> as recorded;{" "}
      <b className="number">{formatBytes(shown.bytes)}</b>,{" "}
      <span className="number">{formatCount(shown.tokens)} tok</span> sent.
    </p>
  );
}

/** A preview taken apart: to scale, row by row, and by which rules. */
export function Anatomy({
  part,
  sent,
  index,
}: {
  readonly part: PreviewPart;
  readonly sent: boolean;
  readonly index: number;
}) {
  return (
    <section className="preview__anatomy" aria-label={`Preview of message ${index + 1}`}>
      <p className="preview__chip">
        <Chip kind={part.disposition} look={DISPOSITION_LOOKS[part.disposition]} />
        {sent ? null : (
          <span className="muted">as it stands in stored history; this request does not hold it</span>
        )}
      </p>
      <Sizes part={part} />
      <Scale stretches={part.stretches} />
      <Stretches part={part} />
      <Pointer part={part} />
      <ol className="preview__rules" aria-label="Rules that made it">
        {part.events.map((event) => (
          <li key={event.seq}>
            <ActionName event={event} /> <StepLink step={event.step} />
            <span className="muted number">{comparison(event)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

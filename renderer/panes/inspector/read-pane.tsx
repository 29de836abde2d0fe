import { type FormEvent, useState } from "react";
import type { PreviewPart, ReadReport } from "../../../core/model/run-answers.ts";
import { useCurrent } from "../../data/current.tsx";
import { useRawBody } from "../../data/queries.ts";
import { useReadBack } from "../../data/run-queries.ts";
import { FROM_START, type ReadBack, reading, type ReadMode, useReading } from "../../state/reading.ts";
import { Button } from "../../widgets/button.tsx";
import { PlainText } from "../../widgets/plain-text/plain-text.tsx";
import { formatCount, plural } from "../../widgets/quantity.tsx";
import { Segments } from "../../widgets/segments.tsx";
import { ErrorState, Skeleton } from "../../widgets/state-view.tsx";
import { TextView } from "../../widgets/text-view/text-view.tsx";
import { sentenceOf } from "../../../core/ledger/sentences.ts";

/** How much of an answer the window is given, in UTF-16 units. */
const READ_CHARS = 262_144;

const MODES = [
  { value: "page", label: "Pages" },
  { value: "lines", label: "Lines" },
  { value: "search", label: "Search" },
] as const;

function whole(text: string): number | undefined {
  const value = Number(text.trim());
  return Number.isInteger(value) && value >= 1 ? value : undefined;
}

interface FormProps {
  readonly back: ReadBack;
  readonly onRead: (what: Partial<ReadBack>) => void;
}

/** What is typed into a field; it is what is read as soon as that is another. */
function useTyped(now: string | undefined, first: string) {
  const [typed, setTyped] = useState(now ?? first);
  const [seen, setSeen] = useState(now);
  if (now !== seen) {
    setSeen(now);
    setTyped(now ?? first);
  }
  return [typed, setTyped] as const;
}

/** Offset and limit in lines, as reading tools take them. */
function LinesForm({ back, onRead }: FormProps) {
  const [offset, setOffset] = useTyped(back.offset?.toString(), "1");
  const [limit, setLimit] = useTyped(back.limit?.toString(), "100");
  const from = whole(offset);
  const most = whole(limit);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (from !== undefined && most !== undefined) onRead({ offset: from, limit: most });
  };
  return (
    <form className="read__form" onSubmit={submit}>
      <label>
        Offset
        <input
          inputMode="numeric"
          value={offset}
          onChange={(event) => setOffset(event.currentTarget.value)}
        />
      </label>
      <label>
        Limit
        <input inputMode="numeric" value={limit} onChange={(event) => setLimit(event.currentTarget.value)} />
      </label>
      <Button small type="submit" disabled={from === undefined || most === undefined}>
        Read
      </Button>
    </form>
  );
}

function SearchForm({ back, onRead }: FormProps) {
  const [search, setSearch] = useTyped(back.search, "");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (search !== "") onRead({ search });
  };
  return (
    <form className="read__form" role="search" onSubmit={submit}>
      <input
        type="text"
        aria-label="Text to find in the stored original"
        placeholder="Lines that hold…"
        spellCheck={false}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <Button small type="submit" disabled={search === ""}>
        Search
      </Button>
    </form>
  );
}

/** What this read would cost: call and answer stay in every later request until a policy takes them out. */
function Cost({ answer, saved }: { readonly answer: ReadReport; readonly saved: number }) {
  const cost = answer.callTokens + answer.answerTokens;
  return (
    <p className="read__cost" role="status">
      Costs <b className="number">{formatCount(cost)} tok</b>{" "}
      <span className="muted number">
        (call {formatCount(answer.callTokens)}, answer {formatCount(answer.answerTokens)}) in every request
        from then on; the preview saves {formatCount(saved)} tok.
      </span>
    </p>
  );
}

interface AnswerProps {
  readonly answer: ReadReport;
  readonly saved: number;
  readonly stale: boolean;
  readonly onNext: (start: string) => void;
}

function Answer({ answer, saved, stale, onNext }: AnswerProps) {
  const { isError, text, from, to, of, next } = answer;
  return (
    <div className="read__answer" data-error={isError} data-stale={stale}>
      <p className="muted number">
        {isError
          ? "The tool would answer with an error"
          : text === ""
            ? "No line matches"
            : `Lines ${formatCount(from)}–${formatCount(to)} of ${formatCount(of)}`}
      </p>
      <Cost answer={answer} saved={saved} />
      <TextView text={text} label="What the model would be given" numbered={false} />
      {answer.omitted > 0 ? (
        <p className="muted">{plural(answer.omitted, "character")} more are not shown here.</p>
      ) : null}
      {next === undefined ? null : (
        <Button small icon="forward" onClick={() => onNext(next)}>
          Next page, from {next}
        </Button>
      )}
      <p className="read__call muted">
        Call:{" "}
        <code>
          <PlainText text={`${answer.call.name} ${answer.call.arguments}`.slice(0, 400)} />
        </code>
      </p>
    </div>
  );
}

/** Reads something else from its beginning; what does not narrow it is left out. */
function begin(what: Partial<ReadBack>): void {
  const { back, read } = reading.getState();
  read({ back: { ...FROM_START, mode: back.mode, ...what } });
}

/** Goes on to a page, or back to the one before. */
function turnTo(starts: readonly string[]): void {
  const { back, read } = reading.getState();
  read({ back: { ...back, starts } });
}

/** Reads in another way: pages from the first; what was read stays until lines or a text are asked for. */
function change(mode: ReadMode): void {
  const { back, read } = reading.getState();
  read({ back: mode === "page" ? FROM_START : { ...back, mode } });
}

/** What is asked of the host. */
function askedOf({ offset, limit, search, starts }: ReadBack) {
  const start = starts.at(-1);
  return {
    ...(offset === undefined ? {} : { offset }),
    ...(limit === undefined ? {} : { limit }),
    ...(search === undefined ? {} : { search }),
    ...(start === undefined ? {} : { start }),
  };
}

function Reader({ target, saved }: { readonly target: string; readonly saved: number }) {
  const { place } = useCurrent();
  const back = useReading((state) => state.back);
  const { mode, starts } = back;
  const { data, stale, error, retry } = useReadBack(place, {
    target,
    ...askedOf(back),
    maxChars: READ_CHARS,
  });
  return (
    <>
      <div className="read__modes">
        <Segments label="How it is read" options={MODES} value={mode} onChange={change} />
        {starts.length === 0 ? null : (
          <Button small icon="back" onClick={() => turnTo(starts.slice(0, -1))}>
            Page before
          </Button>
        )}
      </div>
      {mode === "lines" ? <LinesForm back={back} onRead={begin} /> : null}
      {mode === "search" ? <SearchForm back={back} onRead={begin} /> : null}
      {error ? <ErrorState title="It cannot be read" error={error} onRetry={retry} /> : null}
      {data ? (
        <Answer answer={data} saved={saved} stale={stale} onNext={(start) => turnTo([...starts, start])} />
      ) : error ? null : (
        <Skeleton rows={4} />
      )}
    </>
  );
}

/** Said where the model has nothing to read back. */
function Nothing({ part }: { readonly part: PreviewPart }) {
  const { kind, path, because } = part.store;
  if (kind === "source") {
    return (
      <p className="inspector__note">
        Nothing was copied. The model can read the file again:{" "}
        <code>
          <PlainText text={(path ?? "").slice(0, 300)} />
        </code>
        . What it holds now, the recording does not say.
      </p>
    );
  }
  if (kind === "gone") {
    return (
      <p className="inspector__note" role="alert">
        The model cannot read it back any more.{" "}
        {because ? <PlainText text={`${sentenceOf(because)} Step ${because.step}.`} /> : null}
      </p>
    );
  }
  return <p className="inspector__note">Nothing was stored: what is left out, the model cannot read back.</p>;
}

const RAW_CHARS = 65_536;

/** The recorded original, for what no store has. */
function Recorded({ index }: { readonly index: number }) {
  const { transcript, thread } = useCurrent();
  const { data } = useRawBody(transcript?.id, thread?.id, { index }, RAW_CHARS);
  const texts = data?.message.parts.flatMap((part) =>
    part.type === "tool-result" ? part.parts.flatMap((one) => (one.type === "text" ? [one.text] : [])) : [],
  );
  return texts ? <TextView text={texts.join("\n")} label="As recorded" /> : <Skeleton rows={4} />;
}

/** The stored original, read as the model could read it at this step; with what that costs. */
export function ReadPane({ part, index }: { readonly part: PreviewPart; readonly index: number }) {
  const { kind, path, identity } = part.store;
  const target = path ?? identity;
  const there = (kind === "whole" || kind === "cut") && target !== undefined;
  const saved = Math.max(0, part.original.tokens - part.shown.tokens);
  return (
    <section className="read" aria-label="Stored original">
      <h3>{there ? "Stored original, as the model could read it" : "Original"}</h3>
      {there ? (
        <Reader target={target} saved={saved} />
      ) : (
        <>
          <Nothing part={part} />
          <Recorded index={index} />
        </>
      )}
    </section>
  );
}

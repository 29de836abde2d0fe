import type { MessageBody } from "../../../core/contract/run-view.ts";
import { bodyBlocks } from "../../data/body-blocks.ts";
import type { CopyBody } from "../../data/queries.ts";
import type { Side } from "../../state/selection.ts";
import type { Query } from "../../data/use-query.ts";
import { Button, IconButton } from "../../widgets/button.tsx";
import { Bytes, formatCount, Tokens } from "../../widgets/quantity.tsx";
import { ErrorState, Skeleton } from "../../widgets/state-view.tsx";
import { BlockView } from "./block-view.tsx";
import { copyBody } from "./copy-body.ts";

/** What is asked for first, and how far each `show more` goes. */
const FIRST_CHARS = 32_768;
const MORE = 8;
/** The contract's own bound. */
const MOST_CHARS = 64 * 2 ** 20;

/** How much of a text to ask for, in UTF-16 units, once more of it was asked for so many times. */
export function charsAfter(times: number): number {
  return Math.min(MOST_CHARS, FIRST_CHARS * MORE ** times);
}

interface BodySectionProps {
  readonly title: string;
  readonly side: Side;
  readonly query: Query<MessageBody>;
  readonly chars: number;
  readonly counter: string;
  readonly copy: CopyBody | undefined;
  readonly onMore: () => void;
}

/** A body, part by part, with what is not loaded yet one press away. */
export function BodySection({ title, side, query, chars, counter, copy, onMore }: BodySectionProps) {
  const { data, stale, error, retry } = query;
  const body = stale && data?.omitted === 0 ? undefined : data;
  return (
    <section className="inspector__body" aria-label={title}>
      <header className="inspector__body-head">
        <div className="inspector__body-words">
          <h3>{title}</h3>
          {body ? (
            <span className="muted">
              <Tokens value={body.tokens} counter={counter} /> · <Bytes value={body.bytes} />
            </span>
          ) : null}
        </div>
        {body && copy ? (
          <IconButton small icon="copy" label="Copy" onClick={() => void copyBody(body, chars, copy)} />
        ) : null}
      </header>
      {error ? <ErrorState title="The text cannot be shown" error={error} onRetry={retry} /> : null}
      {!body && !error ? <Skeleton rows={3} /> : null}
      {body
        ? bodyBlocks(body.message).map((block, at) => (
            <BlockView key={at} block={block} place={`${side === "raw" ? "r" : "s"}${at}`} />
          ))
        : null}
      {body?.message.parts.length === 0 ? <p className="muted">empty</p> : null}
      {body && body.omitted > 0 ? (
        <p className="inspector__more">
          {formatCount(body.omitted)} characters more
          <Button small disabled={chars >= MOST_CHARS || stale} onClick={onMore}>
            {stale ? "Loading …" : "Show more"}
          </Button>
        </p>
      ) : null}
    </section>
  );
}

import { useState } from "react";
import { useRawBytes } from "../../data/import-queries.ts";
import { Button } from "../../widgets/button.tsx";
import { PlainText } from "../../widgets/plain-text/plain-text.tsx";
import { formatCount } from "../../widgets/quantity.tsx";
import { ErrorState, Skeleton } from "../../widgets/state-view.tsx";
import { drawBytes, fromBase64 } from "./raw-text.ts";

/** Bytes that are shown at once, and how many of them stand before the span at first. */
const WINDOW = 4096;
const BEFORE = 400;

interface RawViewProps {
  readonly transcript: number;
  /** What is pointed at: bytes of the file from 0. */
  readonly offset: number;
  readonly bytes: number;
}

/** The bytes of a file around a place, drawn as text, with the place marked. */
export function RawView({ transcript, offset, bytes }: RawViewProps) {
  const [from, setFrom] = useState(Math.max(0, offset - BEFORE));
  const { data, error, retry } = useRawBytes(transcript, from, WINDOW);
  if (error) return <ErrorState title="The bytes cannot be read" error={error} onRetry={retry} />;
  if (!data) return <Skeleton rows={3} label="Loading the bytes" />;
  const shown = fromBase64(data.data);
  const drawn = drawBytes(shown, offset - data.offset, offset + bytes - data.offset);
  const end = data.offset + shown.length;
  return (
    <div className="raw-view">
      <div className="raw-view__bar">
        <span className="muted number">
          bytes {formatCount(data.offset)} to {formatCount(end)} of {formatCount(data.total)}
        </span>
        <Button small disabled={from === 0} onClick={() => setFrom(Math.max(0, from - WINDOW))}>
          Earlier
        </Button>
        <Button small disabled={end >= data.total} onClick={() => setFrom(from + WINDOW)}>
          Later
        </Button>
      </div>
      <pre className="raw-view__text mono">
        <PlainText text={drawn.text.slice(0, drawn.from)} />
        <mark>
          <PlainText text={drawn.text.slice(drawn.from, drawn.to)} />
        </mark>
        <PlainText text={drawn.text.slice(drawn.to)} />
      </pre>
    </div>
  );
}

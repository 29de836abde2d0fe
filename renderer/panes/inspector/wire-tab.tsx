import { useRef } from "react";
import { WIRE_PROVIDERS, type WireProvider } from "../../../core/wire/options.ts";
import type { WireReport } from "../../../core/model/run-answers.ts";
import { useCurrent } from "../../data/current.tsx";
import { useWire, useWireSize } from "../../data/run-queries.ts";
import { looks, useLooks, useSection } from "../../state/looks.ts";
import { Button } from "../../widgets/button.tsx";
import { CodeEditor, type CodeHandle } from "../../widgets/code-editor/code-editor.tsx";
import { formatBytes, formatCount, formatDelta, formatDeltaBytes, plural } from "../../widgets/quantity.tsx";
import { PlainText } from "../../widgets/plain-text/plain-text.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../widgets/state-view.tsx";
import { toast } from "../../widgets/toast.tsx";
import { Delta, usePinnedPlace } from "./pinned.tsx";
import "./wire.css";

const NAMES: { readonly [P in WireProvider]: string } = {
  anthropic: "Anthropic Messages",
  "openai-chat": "OpenAI Chat",
  "openai-responses": "OpenAI Responses",
  gemini: "Gemini",
};

async function copy(what: string, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ tone: "ok", title: `${what} copied, ${formatCount(text.length)} characters` });
  } catch {
    toast({
      tone: "error",
      title: "Not copied",
      detail: "The browser does not let this page write to the clipboard.",
    });
  }
}

function Notes({ report }: { readonly report: WireReport }) {
  const { notes, masked } = report;
  const section = useSection("notes");
  if (notes.length === 0 && masked === 0) return null;
  return (
    <details className="wire__notes" {...section}>
      <summary>
        {masked > 0 ? `${plural(masked, "secret")} masked` : plural(notes.length, "note")}
        {masked > 0 && notes.length > 0 ? `, ${plural(notes.length, "note")}` : ""}
      </summary>
      <ul>
        {masked > 0 ? (
          <li>
            {plural(masked, "secret")} known by form or name {masked === 1 ? "is" : "are"} replaced by what{" "}
            {masked === 1 ? "it is" : "they are"}, here and in everything that is copied.
          </li>
        ) : null}
        {notes.map((note) => (
          <li key={note}>
            <PlainText text={note.slice(0, 300)} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function TooLarge({
  bytes,
  provider,
  step,
}: {
  readonly bytes: number;
  readonly provider: WireProvider;
  readonly step: number;
}) {
  return (
    <EmptyState icon="file" title="Too large to be shown here">
      The body has {formatBytes(bytes)}: an editor would stand still. Print it with{" "}
      <code>
        ullage request FILE --profile P --step {step} --as {provider} --json
      </code>
      .
    </EmptyState>
  );
}

function Body({ report, step }: { readonly report: WireReport; readonly step: number }) {
  const editor = useRef<CodeHandle>(null);
  const { text, curl, sdk } = report;
  const provider = report.provider as WireProvider;
  return (
    <>
      <div className="inspector__tools">
        <Button small icon="search" onClick={() => editor.current?.find()}>
          Search
        </Button>
        <Button small icon="copy" onClick={() => void copy("Body", text)}>
          Body
        </Button>
        <Button
          small
          icon="copy"
          title="A command of a POSIX shell; the key comes from the environment"
          onClick={() => void copy("cURL command", curl)}
        >
          cURL
        </Button>
        <Button
          small
          icon="copy"
          title="A call of the provider's SDK for JavaScript; the key comes from the environment"
          onClick={() => void copy("SDK call", sdk)}
        >
          SDK call
        </Button>
      </div>
      <Notes report={report} />
      <div className="wire__editor">
        <CodeEditor
          handle={editor}
          label={`Body of step ${step} for ${NAMES[provider]}`}
          language="json"
          value={text}
          readOnly
        />
      </div>
    </>
  );
}

/** How much larger the body is than that of the pinned step; where one of them is too large, how much its texts are. */
function SizeDelta({ report }: { readonly report: WireReport }) {
  const place = usePinnedPlace();
  const { data, stale } = useWireSize(place, report.provider as WireProvider);
  if (!place || !data || stale) return null;
  const whole = !report.tooLarge && !data.tooLarge;
  const by = whole ? report.bytes - data.bytes : report.counted - data.counted;
  const what = whole ? "" : " of texts; the body of one of the two is too large to be made";
  const title = `Against step ${formatCount(place.step)}: ${formatDelta(by)} bytes${what}`;
  return (
    <Delta step={place.step} title={title}>
      {whole ? "" : "about "}
      {formatDeltaBytes(by)}
    </Delta>
  );
}

/** The exact body that this step's request would be for a provider. */
export function WireTab() {
  const { place } = useCurrent();
  const provider = useLooks((state) => state.provider);
  const setProvider = (to: WireProvider) => looks.getState().look({ provider: to });
  const { data, stale, error, retry } = useWire(place, provider);
  if (!place) return <EmptyState icon="info" title="No run is open" />;
  const ready = data && !stale ? data : undefined;
  return (
    <div className="wire">
      <label className="wire__provider">
        Body for
        <select value={provider} onChange={(event) => setProvider(event.currentTarget.value as WireProvider)}>
          {WIRE_PROVIDERS.map((one) => (
            <option key={one} value={one}>
              {NAMES[one]}
            </option>
          ))}
        </select>
        {ready ? (
          <span className="wire__size">
            <span className="muted number" title={`${formatCount(ready.bytes)} bytes`}>
              {formatBytes(ready.bytes)}
            </span>{" "}
            <SizeDelta report={ready} />
          </span>
        ) : null}
      </label>
      {error ? <ErrorState title="The body cannot be shown" error={error} onRetry={retry} /> : null}
      {!ready && !error ? <Skeleton rows={6} /> : null}
      {ready?.tooLarge ? <TooLarge bytes={ready.bytes} provider={provider} step={place.step} /> : null}
      {ready && !ready.tooLarge ? <Body report={ready} step={place.step} /> : null}
    </div>
  );
}

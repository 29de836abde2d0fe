import type { FolderResult, FolderTranscript } from "../../../core/contract/folder.ts";
import type { PassedOver } from "../../../core/contract/passed-over.ts";
import { UNDERSTOOD } from "../../../core/importers/importer.ts";
import { overlay, useOverlay } from "../../state/overlay.ts";
import { selection } from "../../state/selection.ts";
import { Button } from "../../widgets/button.tsx";
import { Dialog } from "../../widgets/dialog.tsx";
import { formatCount, plural } from "../../widgets/quantity.tsx";

/** What became of a folder: its transcripts, which of them were known, and what holds none. */
export function FolderReportDialog() {
  const shown = useOverlay();
  const result = shown?.kind === "folder-report" ? shown.result : undefined;
  return (
    <Dialog
      open={result !== undefined}
      onClose={() => overlay.getState().show(undefined)}
      title="Folder report"
      about={result?.name}
      width={680}
      text
    >
      {result ? <Report result={result} /> : null}
    </Dialog>
  );
}

function Report({ result }: { readonly result: FolderResult }) {
  const { transcripts, refused, passedOver, more, cancelled } = result;
  const known = transcripts.filter(({ duplicate }) => duplicate).length;
  const grown = transcripts.filter((one) => one.grown).length;
  const sums = [
    plural(transcripts.length - known - grown, "transcript imported", "transcripts imported"),
    ...(grown > 0 ? [`${formatCount(grown)} longer than in the library`] : []),
    `${formatCount(known)} in the library already`,
    plural(refused.length, "file that holds none", "files that hold none"),
    ...(passedOver.count > 0 ? [`${formatCount(passedOver.count)} passed over`] : []),
  ];
  return (
    <div className="report">
      <p>{sums.join(" · ")}</p>
      {cancelled ? <p>It was cancelled: what is listed here had been stored before.</p> : null}
      {more ? <p>There is more in this folder than is looked at: import its folders one by one.</p> : null}
      {refused.length > 0 ? <Refused refused={refused} /> : null}
      {transcripts.length > 0 ? <Transcripts transcripts={transcripts} /> : null}
      {passedOver.count > 0 ? <PassedOverFiles passedOver={passedOver} /> : null}
    </div>
  );
}

function open(transcript: number): void {
  selection.getState().open(transcript, undefined);
  overlay.getState().show(undefined);
}

function Transcripts({ transcripts }: { readonly transcripts: readonly FolderTranscript[] }) {
  return (
    <section>
      <h3>Transcripts</h3>
      <ul className="report__notes">
        {transcripts.map(({ name, transcript, formatLabel, duplicate, grown, bad }) => (
          <li key={name}>
            <span className="report__what">
              <Button small tone="quiet" onClick={() => open(transcript)}>
                {name}
              </Button>
            </span>
            <span className="muted">
              {formatLabel}
              {duplicate ? ", in the library already" : ""}
              {grown ? ", goes on with what was in the library" : ""}
              {bad > 0 ? `, ${plural(bad, "line")} not read` : ""}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Why a file was refused. What many refusals end with is said once, below them all. */
function reasonOf({ name, message }: FolderResult["refused"][number]): string {
  const own = message.endsWith(UNDERSTOOD) ? message.slice(0, -UNDERSTOOD.length).trimEnd() : message;
  return own.startsWith(name) ? own : `${name}: ${own}`;
}

function Refused({ refused }: { readonly refused: FolderResult["refused"] }) {
  return (
    <section>
      <h3>No transcripts</h3>
      <ul className="report__notes">
        {refused.map((one) => (
          <li key={one.name}>
            <span className="report__what">{reasonOf(one)}</span>
          </li>
        ))}
      </ul>
      {refused.some(({ message }) => message.endsWith(UNDERSTOOD)) ? (
        <p className="report__more">{UNDERSTOOD}</p>
      ) : null}
    </section>
  );
}

/** What is no transcript by its name and its first bytes. */
function PassedOverFiles({ passedOver: { count, names } }: { readonly passedOver: PassedOver }) {
  const more = count - names.length;
  return (
    <section>
      <h3>Passed over</h3>
      <p className="report__more">
        No transcripts by name and first bytes: {names.join(", ")}
        {more > 0 ? `, and ${formatCount(more)} more` : ""}
      </p>
    </section>
  );
}

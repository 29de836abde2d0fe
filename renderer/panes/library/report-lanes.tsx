import type { ThreadRow, TranscriptRow } from "../../../core/contract/rows.ts";
import { overlay } from "../../state/overlay.ts";
import { selection } from "../../state/selection.ts";
import { formatCount, formatShort } from "../../widgets/quantity.tsx";

const HEAD = ["Lane", "Messages", "Turns", "Steps", "Calls", "Results", "Tokens (est.)"];

/** The lanes and branches of a transcript; each can be opened. */
export function Lanes({ row }: { readonly row: TranscriptRow }) {
  return (
    <section>
      <h3>Lanes and branches</h3>
      <table className="report__table number">
        <thead>
          <tr>
            {HEAD.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {row.threads.map((thread) => (
            <Lane key={thread.id} thread={thread} transcript={row.id} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Lane({ thread, transcript }: { readonly thread: ThreadRow; readonly transcript: number }) {
  const open = () => {
    overlay.getState().show(undefined);
    selection.getState().open(transcript, thread.id);
  };
  const counts = [thread.messages, thread.turns, thread.steps, thread.toolCalls, thread.toolResults];
  const { branch } = thread;
  return (
    <tr>
      <th scope="row">
        <button type="button" className="report__lane ellipsis" title={`Open ${thread.lane}`} onClick={open}>
          {thread.lane}
        </button>
        {branch ? (
          <span className="report__more">
            {" "}
            leaves {branch.of} after message {formatCount(branch.shared)}
          </span>
        ) : null}
      </th>
      {counts.map((value, at) => (
        <td key={HEAD[at + 1]}>{formatCount(value)}</td>
      ))}
      <td>{formatShort(thread.tokens)}</td>
    </tr>
  );
}

import type { Message } from "../../model/message.ts";
import type { CompressorInput } from "../middleware.ts";
import type { Written } from "../written.ts";
import { notesOfMessage } from "./message-notes.ts";
import { noteIndexOf } from "./note-index.ts";
import { NoteTaker } from "./note-taker.ts";
import { AT, type ByHeading, byHeading, ListSource, type NoteSource, lineOf } from "./notes.ts";
import { nothingRendered, readRendered, type Rendered, renderNotes } from "./rendered-notes.ts";

/** The notes of messages before those of the summary so far. */
function sourcesOf(messages: readonly Message[], { notes: older }: Rendered): ByHeading<NoteSource> {
  const newer = byHeading((): string[] => []);
  let hasTask = older[AT.Task].length > 0;
  const taker = new NoteTaker(
    (heading, note) => newer[AT[heading]].push(lineOf(note)),
    (task, request) => {
      // The first thing that was ever asked is the task; the rest are requests.
      if (hasTask) newer[AT.Requests].push(lineOf(request));
      else newer[AT.Task].push(lineOf(task));
      hasTask = true;
    },
  );
  messages.forEach((message, index) => taker.take(message, notesOfMessage(message), index));
  taker.close();
  return byHeading((_, at) => new ListSource([...newer[at].toReversed(), ...older[at].lines()]));
}

/**
 * A summary by extraction: the task, later requests, decisions with their reasons, files and commands, errors word
 * for word, open to-dos; the newest first, merged with the previous summary. Deterministic and offline.
 */
export function extractiveSummary(input: CompressorInput): Written {
  const { range, recording, previous, maxChars } = input;
  const older = previous === undefined ? nothingRendered() : readRendered(previous);
  if (!range) return renderNotes(sourcesOf(input.messages, older), maxChars);
  const index = noteIndexOf(recording);
  return renderNotes(index.sources(range, older), maxChars);
}

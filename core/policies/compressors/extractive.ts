import type { Message } from "../../model/message.ts";
import type { CompressorInput } from "../middleware.ts";
import { type CommandNote, type ResultNote, notesOfMessage } from "./message-notes.ts";
import { type Notes, emptyNotes, parseNotes, renderNotes } from "./notes.ts";

/** Notes being taken of messages in order: the newest last. */
class NoteTaker {
  readonly notes = emptyNotes();
  /** Commands of the newest assistant message that are not answered yet. */
  private open: CommandNote[] = [];
  private hasTask: boolean;

  constructor(hasTask: boolean) {
    this.hasTask = hasTask;
  }

  take(message: Message): void {
    const { task, request, decisions, open, files, commands, results } = notesOfMessage(message);
    const { notes } = this;
    if (message.role !== "tool") this.close();
    if (task !== "") this.asked(task, request);
    for (const note of decisions) notes.Decisions.push(note);
    for (const note of open) notes.Open.push(note);
    for (const note of files) notes.Files.push(note);
    for (const command of commands) this.open.push(command);
    for (const result of results) this.answer(result);
  }

  /** The first thing that was ever asked is the task; the rest are requests. */
  private asked(task: string, request: string): void {
    if (this.hasTask) this.notes.Requests.push(request);
    else this.notes.Task.push(task);
    this.hasTask = true;
  }

  private answer({ callId, isError, errors }: ResultNote): void {
    for (const note of errors) this.notes.Errors.push(note);
    const { open } = this;
    for (let at = 0; at < open.length; at++) {
      const command = open[at] as CommandNote;
      if (command.callId !== callId) continue;
      this.notes.Commands.push(isError ? command.failed : command.done);
      open.splice(at, 1);
      return;
    }
  }

  /** What nothing answered by now has no result. */
  close(): void {
    for (const command of this.open) this.notes.Commands.push(command.open);
    if (this.open.length > 0) this.open = [];
  }
}

/**
 * A summary by extraction: the task, later requests, decisions with their reasons, files and commands, errors word
 * for word, open to-dos; the newest first, merged with the previous summary. Deterministic and offline.
 */
export function extractiveSummary(input: CompressorInput): string {
  const older: Notes = input.previous === undefined ? emptyNotes() : parseNotes(input.previous);
  const taker = new NoteTaker(older.Task.length > 0);
  for (const message of input.messages) taker.take(message);
  taker.close();
  return renderNotes(taker.notes, older, input.maxChars);
}

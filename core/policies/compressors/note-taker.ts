import type { Message } from "../../model/message.ts";
import type { CommandNote, MessageNotes, ResultNote } from "./message-notes.ts";
import type { Heading } from "./notes.ts";

/** Takes a note that the message at an index brings. */
export type AddNote = (heading: Heading, note: string, index: number) => void;

/** Takes what a user asked: as the task, and as one request of many. */
export type AddAsked = (task: string, request: string, index: number) => void;

/** Reads messages in order and gives their notes: a command with the outcome that its result tells of. */
export class NoteTaker {
  private readonly add: AddNote;
  private readonly asked: AddAsked;
  /** Commands of the newest assistant message that are not answered yet, and the last message of its batch. */
  private open: CommandNote[] = [];
  private last = 0;

  constructor(add: AddNote, asked: AddAsked) {
    this.add = add;
    this.asked = asked;
  }

  /** Takes the notes of the message at an index. */
  take({ role }: Message, notes: MessageNotes, index: number): void {
    if (role !== "tool") this.close();
    this.last = index;
    if (notes.task !== "") this.asked(notes.task, notes.request, index);
    for (const note of notes.decisions) this.add("Decisions", note, index);
    for (const note of notes.open) this.add("Open", note, index);
    for (const note of notes.files) this.add("Files", note, index);
    for (const command of notes.commands) this.open.push(command);
    for (const result of notes.results) this.answer(result, index);
  }

  /** What nothing answered by now has no result. */
  close(): void {
    if (this.open.length === 0) return;
    for (const command of this.open) this.add("Commands", `${command.line} (no result)`, this.last);
    this.open = [];
  }

  private answer({ callId, isError, errors }: ResultNote, index: number): void {
    for (const note of errors) this.add("Errors", note, index);
    const at = this.open.findIndex((command) => command.callId === callId);
    const command = this.open[at];
    if (!command) return;
    this.add("Commands", `${command.line} (${isError ? "failed" : "done"})`, index);
    // Mostly there is one.
    if (at === 0) this.open.shift();
    else this.open.splice(at, 1);
  }
}

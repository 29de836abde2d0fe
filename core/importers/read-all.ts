import type { Part } from "../model/part.ts";
import type { ImportReport } from "../model/report.ts";
import type { MessageMeta, Thread } from "../model/thread.ts";
import type { FormatId, ImportedMessage, ImportedThread, KeptParts, PartSink } from "./importer.ts";
import { createReader } from "./read.ts";

/** A file as a whole, in memory. */
export interface ReadFile {
  readonly format: FormatId;
  readonly report: ImportReport;
  readonly threads: readonly Thread[];
}

/** Keeps parts in an array. */
export class ArraySink implements PartSink {
  readonly #kept: (readonly Part[])[] = [];

  keep(parts: readonly Part[]): KeptParts {
    this.#kept.push(parts);
    return this.#kept.length - 1;
  }

  /** The parts of some handles, joined in order. */
  parts(handles: readonly KeptParts[]): readonly Part[] {
    const [first] = handles;
    if (handles.length === 1 && first !== undefined) return this.#kept[first] ?? [];
    return handles.flatMap((handle) => this.#kept[handle] ?? []);
  }
}

/** Reads a whole file into threads: for the command line and tests. Throws `ImportFailure`. */
export function readAll(bytes: Uint8Array, decode: (bytes: Uint8Array) => string, name?: string): ReadFile {
  const sink = new ArraySink();
  const reader = createReader({ sink, decode, ...(name === undefined ? {} : { name }) });
  reader.push(bytes);
  const { format, report, threads } = reader.end();
  return { format, report, threads: threads.map((thread) => asThread(thread, sink)) };
}

function metaOf({ meta, seen }: ImportedMessage, sink: ArraySink): MessageMeta | undefined {
  return seen ? { ...meta, seen: sink.parts(seen) } : meta;
}

/** An imported thread with its messages' content in place. */
export function asThread(imported: ImportedThread, sink: ArraySink): Thread {
  const { id, lane, title, system, tools, marks, state, branch } = imported;
  const meta: (MessageMeta | undefined)[] = imported.messages.map((message) => metaOf(message, sink));
  return {
    id,
    lane,
    ...(title === undefined ? {} : { title }),
    system,
    tools,
    messages: imported.messages.map(({ id: messageId, role, kept }) => ({
      id: messageId,
      role,
      parts: sink.parts(kept),
    })),
    ...(meta.some((one) => one !== undefined) ? { meta } : {}),
    ...(marks.length > 0 ? { marks } : {}),
    ...(state === undefined ? {} : { state }),
    ...(branch === undefined ? {} : { branch }),
  };
}

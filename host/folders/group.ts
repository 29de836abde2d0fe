import { open } from "node:fs/promises";
import { stringField } from "../../core/model/json.ts";
import type { FoundFile } from "./found.ts";

/** Files that are read as one transcript; most stand alone. The first one names it. */
export type Group = readonly FoundFile[];

const firstBytes = 16_384;

/** Which of the files of a folder belong together. Only those whose names say so are looked into. */
export async function groupFiles(files: readonly FoundFile[]): Promise<Group[]> {
  const left = new FileIndex(files);
  const groups = [
    ...openHands(left),
    ...(await opencodeStore(left)),
    ...(await claudeCode(left)),
    ...left.rest().map((file) => [file]),
  ];
  return groups.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

function nameOf([first]: Group): string {
  return first?.name ?? "";
}

function folderOf(name: string): string {
  return name.slice(0, name.lastIndexOf("/") + 1);
}

/** The files that belong to no group yet. */
class FileIndex {
  private readonly files: Map<string, FoundFile>;
  private readonly folders = new Map<string, FoundFile[]>();

  constructor(files: readonly FoundFile[]) {
    this.files = new Map(files.map((file) => [file.name, file]));
    for (const file of files) {
      const folder = folderOf(file.name);
      const known = this.folders.get(folder);
      if (known) known.push(file);
      else this.folders.set(folder, [file]);
    }
  }

  get names(): readonly string[] {
    return [...this.files.keys()];
  }

  get(name: string): FoundFile | undefined {
    return this.files.get(name);
  }

  /** Takes a file, if it is there. */
  take(name: string): FoundFile[] {
    const file = this.files.get(name);
    this.files.delete(name);
    return file ? [file] : [];
  }

  /** Takes the JSON files of a folder, not those of folders in it. */
  takeFolder(folder: string): FoundFile[] {
    return (this.folders.get(folder) ?? [])
      .filter(({ name }) => name.endsWith(".json"))
      .flatMap(({ name }) => this.take(name));
  }

  /** What is left; a description without what it describes is nothing to read. */
  rest(): FoundFile[] {
    return [...this.files.values()].filter(({ name }) => !name.endsWith(".meta.json"));
  }
}

/** A conversation of OpenHands: `base_state.json`, and a file for each event; or the events alone. */
function openHands(left: FileIndex): Group[] {
  return left.names.flatMap((name) => {
    const folder = folderOf(name);
    if (/(?:^|\/)base_state\.json$/.test(name))
      return conversation(left, left.take(name), `${folder}events/`);
    return EVENT_FILE.test(name) && !isBeside(left, folder) ? conversation(left, [], folder) : [];
  });
}

const EVENT_FILE = /(?:^|\/)event-\d{5}-[^/]*\.json$/;

/** True for a folder of events beside which their base state lies. */
function isBeside(left: FileIndex, folder: string): boolean {
  return folder.endsWith("events/") && left.get(`${folder.slice(0, -7)}base_state.json`) !== undefined;
}

function conversation(left: FileIndex, base: readonly FoundFile[], folder: string): Group[] {
  const files = [...base, ...left.takeFolder(folder)];
  return files.length === 0 ? [] : [files];
}

/** opencode's store before it had a database: `session/…/ID.json`, `message/ID/*.json`, `part/MESSAGE/*.json`. */
async function opencodeStore(left: FileIndex): Promise<Group[]> {
  const groups: Group[] = [];
  for (const name of left.names) {
    const root = /^((?:.*\/)?)session\/.*\.json$/.exec(name)?.[1];
    const file = left.get(name);
    const id = root === undefined || !file ? undefined : await textFieldOf(file, "id");
    const messages = id === undefined ? [] : left.takeFolder(`${root}message/${id}/`);
    if (messages.length === 0) continue;
    groups.push([...left.take(name), ...(await withParts(left, root ?? "", messages))]);
  }
  return groups;
}

async function withParts(
  left: FileIndex,
  root: string,
  messages: readonly FoundFile[],
): Promise<FoundFile[]> {
  const all: FoundFile[] = [];
  for (const message of messages) {
    const id = await textFieldOf(message, "id");
    all.push(message, ...(id === undefined ? [] : left.takeFolder(`${root}part/${id}/`)));
  }
  return all;
}

/** Sub-agents of Claude Code: below a folder of the session's name, or in older versions beside the session. */
async function claudeCode(left: FileIndex): Promise<Group[]> {
  const agents = new Map<string, FoundFile[]>();
  for (const name of left.names) {
    const session = await sessionOf(name, left);
    if (session === undefined) continue;
    const meta = left.get(name.replace(/\.jsonl$/, ".meta.json"));
    const file = left.get(name);
    const files = agents.get(session) ?? [];
    agents.set(session, files);
    files.push(...(meta ? [meta] : []), ...(file ? [file] : []));
  }
  return [...agents].map(([session, files]) => {
    const taken = files.flatMap(({ name }) => left.take(name));
    return [...left.take(session), ...taken];
  });
}

/** The session's file that a sub-agent's belongs to. */
async function sessionOf(name: string, left: FileIndex): Promise<string | undefined> {
  if (!name.endsWith(".jsonl")) return undefined;
  const below = name.indexOf("/subagents/");
  const session = below < 0 ? await besideOf(name, left.get(name)) : `${name.slice(0, below)}.jsonl`;
  return session !== undefined && session !== name && left.get(session) ? session : undefined;
}

async function besideOf(name: string, file: FoundFile | undefined): Promise<string | undefined> {
  const folder = folderOf(name);
  if (!file || !/^agent-[^/]+\.jsonl$/.test(name.slice(folder.length))) return undefined;
  const id = await textFieldOf(file, "sessionId");
  return id === undefined ? undefined : `${folder}${id}.jsonl`;
}

/** A text field of the first record of a small file, or of the first line of a larger one. */
async function textFieldOf(file: FoundFile, key: string): Promise<string | undefined> {
  try {
    const start = await startOf(file.path);
    const [line = ""] = start.trimStart().startsWith("{\n") ? [start] : start.trimStart().split("\n");
    return stringField(JSON.parse(line), key);
  } catch {
    return undefined;
  }
}

async function startOf(path: string): Promise<string> {
  const handle = await open(path, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(firstBytes), 0, firstBytes, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await handle.close();
  }
}

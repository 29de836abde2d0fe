import { once } from "node:events";
import { createWriteStream } from "node:fs";

/** A small generator of numbers in [0, 1): the same seed gives the same session. */
export function numbers(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

const syllables = "ka to ri men sol ve dun pa lor chi qua ner fo ist ul be".split(" ");

function madeUpWord(random: () => number): string {
  return Array.from(
    { length: 1 + Math.floor(random() * 3) },
    () => syllables[Math.floor(random() * 16)],
  ).join("");
}

/** Made-up text of about so many characters, in lines; a little of it is not ASCII. */
export function madeUpText(random: () => number, length: number): string {
  let text = "";
  while (text.length < length) {
    const end = random();
    const after =
      end < 0.1 ? "\n" : end < 0.13 ? ` ${Math.floor(random() * 1e6)} ` : end < 0.14 ? " é→ " : " ";
    text += madeUpWord(random) + after;
  }
  return text;
}

const common = { sessionId: "made-up", cwd: "/made/up", version: "2.0.0", isSidechain: false };

function promptLine(uuid: string, parentUuid: string | null, text: string): string {
  return JSON.stringify({
    ...common,
    type: "user",
    uuid,
    parentUuid,
    message: { role: "user", content: text },
  });
}

function callLine(uuid: string, parentUuid: string | null, call: string, text: string): string {
  const input = { file_path: `/made/up/${call}.ts` };
  const content = [
    { type: "text", text },
    { type: "tool_use", id: call, name: "Read", input },
  ];
  const usage = { input_tokens: 4, cache_read_input_tokens: 100, output_tokens: 80 };
  const message = { id: `msg-${call}`, type: "message", role: "assistant", model: "made-up", content, usage };
  return JSON.stringify({ ...common, type: "assistant", uuid, parentUuid, message });
}

function resultLine(uuid: string, parentUuid: string, call: string, content: string): string {
  const message = { role: "user", content: [{ type: "tool_result", tool_use_id: call, content }] };
  const toolUseResult = { type: "text", file: { filePath: `/made/up/${call}.ts`, content } };
  return JSON.stringify({ ...common, type: "user", uuid, parentUuid, message, toolUseResult });
}

/** Endless lines of a made-up Claude Code session: a prompt now and then, calls, results of all sizes. */
export function* sessionLines(seed: number): Generator<string> {
  const random = numbers(seed);
  let parent: string | null = null;
  for (let at = 0; ; at++) {
    if (at % 20 === 0) {
      yield promptLine(`prompt-${at}`, parent, madeUpText(random, 200));
      parent = `prompt-${at}`;
    }
    yield callLine(`call-${at}`, parent, `toolu_${at}`, madeUpText(random, 150));
    const kind = random();
    const size = kind < 0.02 ? 60_000 : kind < 0.3 ? 8_000 : 900;
    yield resultLine(`result-${at}`, `call-${at}`, `toolu_${at}`, madeUpText(random, size));
    parent = `result-${at}`;
  }
}

/** Writes a made-up session of at least so many bytes to a file. */
export async function writeSession(file: string, bytes: number, seed = 7): Promise<void> {
  const out = createWriteStream(file);
  let written = 0;
  for (const line of sessionLines(seed)) {
    if (!out.write(`${line}\n`)) await once(out, "drain");
    written += Buffer.byteLength(line) + 1;
    if (written >= bytes) break;
  }
  out.end();
  await once(out, "finish");
}

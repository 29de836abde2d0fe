import { readFile, stat } from "node:fs/promises";
import { explained } from "../failure.ts";
import { shown } from "../files/shown.ts";
import { CommandFailure } from "./failure.ts";

async function standardInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

/** Profiles and faults are small: a larger file is another file. */
const largest = 64 * 2 ** 20;

/** The text of a regular file: a pipe or a device would never end. */
async function fileText(file: string, what: string): Promise<string> {
  const info = await stat(file);
  if (!info.isFile() && !info.isDirectory())
    throw new CommandFailure(`the ${what} ${shown(file)} is a device or a pipe, not a file`);
  if (info.size > largest) throw new CommandFailure(`the ${what} ${shown(file)} is larger than 64 MiB`);
  return readFile(file, "utf8");
}

/** Reads a file of JSON, or standard input for `-`. `what` says what it should be, e.g. "profile". */
export async function readJsonFile(file: string, what: string): Promise<unknown> {
  let text: string;
  try {
    text = file === "-" ? await standardInput() : await fileText(file, what);
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    throw explained(error, `the ${what} ${shown(file)}`, "bad_input");
  }
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandFailure(`the ${what} ${shown(file)} is no JSON: ${reason}`);
  }
}

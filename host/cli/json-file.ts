import { readFile } from "node:fs/promises";
import { explained } from "../failure.ts";
import { shown } from "../files/shown.ts";
import { CommandFailure } from "./failure.ts";

async function standardInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

/** Reads a file of JSON, or standard input for `-`. `what` says what it should be, e.g. "profile". */
export async function readJsonFile(file: string, what: string): Promise<unknown> {
  let text: string;
  try {
    text = file === "-" ? await standardInput() : await readFile(file, "utf8");
  } catch (error) {
    throw explained(error, `the ${what} ${shown(file)}`, "bad_input");
  }
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandFailure(`the ${what} ${shown(file)} is no JSON: ${reason}`);
  }
}

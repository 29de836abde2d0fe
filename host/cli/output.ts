import { codeOf } from "../failure.ts";

/** Escapes what a terminal could take for a command, or what turns text around; lines and tabs stay. */
export function harmless(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (found) =>
    found === "\n" || found === "\t" ? found : `\\u{${found.codePointAt(0)?.toString(16)}}`,
  );
}

/** One line on standard error, whatever the message holds. */
export function note(message: string): void {
  process.stderr.write(`ullage: ${harmless(message).replace(/\s+/g, " ").trim()}\n`);
}

/** Lines for people on standard output. */
export function print(text: string): void {
  process.stdout.write(text.endsWith("\n") ? harmless(text) : `${harmless(text)}\n`);
}

/** Text as it is, unless a terminal would act on it. */
export function printText(text: string): void {
  process.stdout.write(process.stdout.isTTY ? harmless(text) : text);
}

/**
 * The one JSON document of a command. What JSON leaves bare but a terminal would act on is escaped, too. `indent` is
 * how many spaces; 0 for one line.
 */
export function printJson(document: unknown, indent = 0): void {
  const json = JSON.stringify(document, null, indent);
  const safe = json.replace(/[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, (found) => {
    return `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
  process.stdout.write(`${safe}\n`);
}

/** A number for people. */
export function count(value: number): string {
  return value.toLocaleString("en-GB");
}

/** How many of something, for people: "1 turn", "2 turns". */
export function some(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** Ends quietly when whoever reads the output has had enough. */
export function quietOnClosedPipe(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", (error) => {
      if (codeOf(error) !== "EPIPE") throw error;
      process.exit();
    });
}

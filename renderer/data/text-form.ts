/** How a text can be looked at beside as what it is. */
export type TextForm = "json" | "diff" | "markdown" | "code";

/** A longer text is not tried as JSON by itself. UTF-16 units. */
const JSON_UNITS = 500_000;
/** How much of a text is looked at to tell what it is, in UTF-16 units. */
const LOOKED_AT = 6000;

/** The object or list that a text is, or undefined. */
export function jsonOf(text: string): object | undefined {
  const start = /^\s*[[{]/.test(text.slice(0, 200));
  if (!start || text.length > JSON_UNITS) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

const HUNK = /^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/m;

function isDiff(start: string): boolean {
  return HUNK.test(start) && /^[-+]/m.test(start);
}

const MARKDOWN = [
  /^#{1,6} \S/m,
  /^\s{0,3}(?:[-*+]|\d{1,3}[.)]) \S/m,
  /^```/m,
  /\*\*[^*\n]+\*\*/,
  /`[^`\n]+`/,
  /^\|.+\|\s*$/m,
];

function isMarkdown(start: string): boolean {
  return MARKDOWN.filter((sign) => sign.test(start)).length >= 2;
}

/** A line as a program has it: ends in a bracket or semicolon, or begins with a word of one. */
const CODE_LINE =
  /[{};]\s*$|^\s*(?:import|from|export|const|let|var|function|def|class|return|if|for|while|func|package|use|fn|pub|public|private|#include)\b/;
/** What a reading tool puts before a line: its number. */
const NUMBERED = /^\s*\d+(?:→|\t|\| )/;

function isCode(start: string): boolean {
  const lines = start.split("\n", 120).filter((line) => line.trim() !== "");
  if (lines.length < 3) return false;
  const bare = lines.map((line) => line.replace(NUMBERED, ""));
  return bare.filter((line) => CODE_LINE.test(line)).length >= lines.length * 0.3;
}

/** What a text looks like, the likeliest first. */
export function formsOf(text: string): readonly TextForm[] {
  const start = text.slice(0, LOOKED_AT);
  if (jsonOf(text)) return ["json"];
  if (isDiff(start)) return ["diff"];
  return [
    ...(isCode(start) ? (["code"] as const) : []),
    ...(isMarkdown(start) ? (["markdown"] as const) : []),
  ];
}

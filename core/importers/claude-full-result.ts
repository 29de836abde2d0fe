import type { Json } from "../model/json.ts";
import { arrayField, field, isJsonObject, stringField } from "../model/json.ts";
import type { ToolResultPart } from "../model/part.ts";
import { resultText, withText } from "../model/part.ts";

const OPENING = "<persisted-output>";
const PREVIEW = /\nPreview \(first [^\n]{1,40}\):\n/;
const CLOSING = /\n\.\.\.\n<\/persisted-output>\s*$/;
const SIZE = /too large \((\d+(?:\.\d+)?) ?(KB|MB|B)\)/;
const UNITS: Readonly<Record<string, number>> = { B: 1, KB: 1024, MB: 1024 * 1024 };

/** A result whose text the vendor had moved to a file, and what could be made of it. */
export interface PersistedResult {
  readonly result: ToolResultPart;
  /** `shorter`: a text was found that starts as the preview does, but it is smaller than the recording says. */
  readonly found: "full" | "shorter" | "preview";
}

/**
 * What a result really held when the recording shows only the vendor's preview of it: the sidecar of the line
 * (`toolUseResult`) often has the whole text. Undefined for a result that is no such preview.
 */
export function persistedResult(
  result: ToolResultPart,
  sidecar: Json | undefined,
): PersistedResult | undefined {
  const shown = resultText(result);
  if (!shown.startsWith(OPENING)) return undefined;
  const start = previewOf(shown);
  const whole = start === "" ? undefined : sidecarTexts(sidecar).find((text) => text.startsWith(start));
  if (whole === undefined) return { result, found: "preview" };
  const found = whole.length < namedSize(shown) * 0.9 ? "shorter" : "full";
  return { result: { ...result, parts: withText(result.parts, whole) }, found };
}

/** The first part of the text that the preview shows, without the vendor's frame. */
function previewOf(shown: string): string {
  const head = PREVIEW.exec(shown);
  return head ? shown.slice(head.index + head[0].length).replace(CLOSING, "") : "";
}

/** The size that the frame names, in bytes; 0 when it names none. */
function namedSize(shown: string): number {
  const [, amount, unit] = SIZE.exec(shown.slice(0, 400)) ?? [];
  return amount === undefined ? 0 : Number(amount) * (UNITS[unit ?? "B"] ?? 1);
}

/** Every text of a sidecar that may be the whole result: each tool has a shape of its own. */
function sidecarTexts(sidecar: Json | undefined): string[] {
  if (typeof sidecar === "string") return [sidecar];
  if (Array.isArray(sidecar)) return [blockTexts(sidecar as readonly Json[])];
  if (!isJsonObject(sidecar)) return [];
  const out = stringField(sidecar, "stdout") ?? "";
  const err = stringField(sidecar, "stderr") ?? "";
  const blocks = arrayField(sidecar, "content");
  return [
    err === "" ? out : `${out}\n${err}`,
    err,
    stringField(sidecar, "content") ?? "",
    blocks ? blockTexts(blocks) : "",
    stringField(field(sidecar, "file"), "content") ?? "",
    stringField(sidecar, "result") ?? "",
  ].filter((text) => text !== "");
}

function blockTexts(blocks: readonly Json[]): string {
  return blocks.map((block) => stringField(block, "text") ?? "").join("");
}

import { excerptOf, titleUnits } from "../../core/analysis/outline.ts";
import type { KeptParts, PartSink } from "../../core/importers/importer.ts";
import type { ContentPart, Part } from "../../core/model/part.ts";
import { byteLength } from "../measure.ts";

/** Tokens that one image, audio or file counts by default (policies, section 0). */
export const mediaTokens = 1500;

/** What kept parts come to: chars4 tokens and UTF-8 bytes of its counted texts, calls and results. */
export interface PartFigures {
  readonly tokens: number;
  readonly bytes: number;
  readonly calls: number;
  readonly results: number;
}

/** Columns of the table below. */
const width = 4;
const tokens = 0;
const bytes = 1;
const calls = 2;
const results = 3;

function firstWords(parts: readonly Part[]): string {
  const texts = parts.filter((part) => part.type === "text");
  return texts.length === 0 ? "" : excerptOf({ id: "", role: "user", parts: texts }, titleUnits);
}

/** Counts parts instead of keeping them: all that an import needs of a session of any size. */
export class FigureSink implements PartSink {
  private figures = new Float64Array(width * 1024);
  /** First words by handle, of parts that may give a title. */
  private readonly words = new Map<KeptParts, string>();
  private row = 0;

  keep(parts: readonly Part[], names = true): KeptParts {
    if (this.row + width > this.figures.length) this.grow();
    for (const part of parts) this.part(part);
    const handle = this.row / width;
    if (names) this.words.set(handle, firstWords(parts));
    this.row += width;
    return handle;
  }

  /** What all the handles of some messages come to. */
  sum(messages: readonly { readonly kept: readonly KeptParts[] }[]): PartFigures {
    const { figures } = this;
    const sums = [0, 0, 0, 0];
    for (const { kept } of messages)
      for (const handle of kept)
        for (let column = 0; column < width; column++)
          sums[column] = (sums[column] as number) + (figures[handle * width + column] as number);
    const at = (column: number): number => sums[column] as number;
    return { tokens: at(tokens), bytes: at(bytes), calls: at(calls), results: at(results) };
  }

  /** The first words of a message that is made of these handles, as the outline begins with them. */
  excerpt(handles: readonly KeptParts[]): string {
    return handles.map((handle) => this.words.get(handle) ?? "").find((words) => words !== "") ?? "";
  }

  private part(part: Part): void {
    switch (part.type) {
      case "thinking":
        return this.text(part.text);
      case "tool-call":
        this.add(calls, 1);
        this.text(part.name);
        return this.text(JSON.stringify(part.arguments) ?? "");
      case "tool-result":
        this.add(results, 1);
        for (const inner of part.parts) this.content(inner);
        return;
      default:
        return this.content(part);
    }
  }

  private content(part: ContentPart): void {
    if (part.type === "text") return this.text(part.text);
    this.add(tokens, mediaTokens);
    this.add(bytes, part.data?.length ?? 0);
  }

  private text(text: string): void {
    this.add(tokens, Math.ceil(text.length / 4));
    this.add(bytes, byteLength(text));
  }

  private add(column: number, amount: number): void {
    this.figures[this.row + column] = (this.figures[this.row + column] ?? 0) + amount;
  }

  private grow(): void {
    const larger = new Float64Array(this.figures.length * 2);
    larger.set(this.figures);
    this.figures = larger;
  }
}

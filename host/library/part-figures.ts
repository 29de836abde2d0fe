import { excerptOf, titleUnits } from "../../core/analysis/outline.ts";
import type { KeptParts, PartSink } from "../../core/importers/importer.ts";
import { utf8Length } from "../../core/lib/utf8.ts";
import type { ContentPart, Part } from "../../core/model/part.ts";

/** Tokens that one image, audio or file counts by default (policies, section 0). */
export const mediaTokens = 1500;

/** What kept parts come to: chars4 tokens of their counted texts, UTF-16 units of these and of media, calls and results. */
export interface PartFigures {
  readonly tokens: number;
  readonly units: number;
  readonly calls: number;
  readonly results: number;
}

/** Columns of the table below: tokens, units, calls, results. */
const width = 4;

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
  /** Of the parts that are counted just now. */
  private tokens = 0;
  private units = 0;
  private weighs = false;
  private weighed = 0;

  /** Bytes of memory that the texts take which were counted while they were weighed. */
  get weight(): number {
    return this.weighed;
  }

  /** Whether the texts that come are weighed: each is read for it. */
  weigh(on: boolean): void {
    this.weighs = on;
  }

  keep(parts: readonly Part[], names = true): KeptParts {
    const { row } = this;
    if (row + width > this.figures.length) this.grow();
    this.count(parts, this.figures);
    this.row += width;
    const handle = row / width;
    if (names) this.words.set(handle, firstWords(parts));
    return handle;
  }

  /** What all the handles of some messages come to. */
  sum(messages: readonly { readonly kept: readonly KeptParts[] }[]): PartFigures {
    const { figures } = this;
    let [tokens, units, calls, results] = [0, 0, 0, 0];
    for (const { kept } of messages)
      for (const handle of kept) {
        const row = handle * width;
        tokens += figures[row] as number;
        units += figures[row + 1] as number;
        calls += figures[row + 2] as number;
        results += figures[row + 3] as number;
      }
    return { tokens, units, calls, results };
  }

  /** The first words of a message that is made of these handles, as the outline begins with them. */
  excerpt(handles: readonly KeptParts[]): string {
    return handles.map((handle) => this.words.get(handle) ?? "").find((words) => words !== "") ?? "";
  }

  private count(parts: readonly Part[], figures: Float64Array): void {
    this.tokens = 0;
    this.units = 0;
    let calls = 0;
    let results = 0;
    for (const part of parts) {
      if (part.type === "tool-call") calls++;
      else if (part.type === "tool-result") results++;
      this.part(part);
    }
    figures[this.row] = this.tokens;
    figures[this.row + 1] = this.units;
    figures[this.row + 2] = calls;
    figures[this.row + 3] = results;
  }

  private part(part: Part): void {
    switch (part.type) {
      case "thinking":
        return this.text(part.text);
      case "tool-call":
        this.text(part.name);
        return this.text(JSON.stringify(part.arguments) ?? "");
      case "tool-result":
        for (const inner of part.parts) this.content(inner);
        return;
      default:
        return this.content(part);
    }
  }

  private content(part: ContentPart): void {
    if (part.type === "text") return this.text(part.text);
    this.tokens += mediaTokens;
    if (part.data !== undefined) this.add(part.data);
  }

  private text(text: string): void {
    this.tokens += Math.ceil(text.length / 4);
    this.add(text);
  }

  private add(text: string): void {
    this.units += text.length;
    // Two bytes for each unit from the first character on that one byte does not hold; é and its like would still do.
    if (this.weighs) this.weighed += utf8Length(text) === text.length ? text.length : text.length * 2;
  }

  private grow(): void {
    const larger = new Float64Array(this.figures.length * 2);
    larger.set(this.figures);
    this.figures = larger;
  }
}

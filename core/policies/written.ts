import { utf8Length } from "../lib/utf8.ts";
import type { MeasuredText } from "../model/size.ts";

/** What a compressor wrote. Its text is made when somebody reads it: a run needs its length and its bytes alone. */
export interface Written extends MeasuredText {
  /** Whether there is nothing but white space in it. */
  readonly isBlank: boolean;
}

/** A text that is there already. */
class WrittenText implements Written {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  get length(): number {
    return this.text.length;
  }

  get bytes(): number {
    return utf8Length(this.text);
  }

  get isBlank(): boolean {
    return !/\S/.test(this.text);
  }
}

/** A text as a compressor that made it at once gives it. */
export function written(text: string): Written {
  return new WrittenText(text);
}

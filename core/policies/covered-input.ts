import type { Message } from "../model/message.ts";
import type { Recording } from "../model/recording.ts";
import type { CoveredRange } from "./compressors/note-index.ts";
import { coveredMessages, rangeOf } from "./covered-range.ts";
import type { CompressorInput } from "./middleware.ts";
import type { RequestView } from "./request-view.ts";
import type { Written } from "./written.ts";

/** What a compressor is given beside the messages. */
type Given = Pick<CompressorInput, "previous" | "maxChars" | "recording">;

/**
 * The messages [from, end) of a request for a compressor. They are joined when it reads them: one that finds its notes
 * by their range does not.
 */
export class CoveredInput implements CompressorInput {
  declare readonly range?: CoveredRange;
  readonly previous: Written | undefined;
  readonly maxChars: number;
  readonly end: number;
  readonly recording: Recording;
  private readonly request: RequestView;
  private readonly from: number;

  constructor(request: RequestView, from: number, end: number, { previous, maxChars, recording }: Given) {
    const range = rangeOf(request, from, end, recording);
    if (range) this.range = range;
    this.previous = previous;
    this.maxChars = maxChars;
    this.end = end;
    this.recording = recording;
    this.request = request;
    this.from = from;
  }

  get messages(): readonly Message[] {
    return coveredMessages(this.request, this.from, this.end);
  }
}

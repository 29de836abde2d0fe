/** What a vendor's own context management did, as the recording tells it. */
export type MarkKind = "compaction" | "clearing" | "condensation" | "cut" | "rewind" | "error" | "opaque";

/** A vendor's mark: an event of its own in the recording, beside the messages. */
export interface Mark {
  readonly kind: MarkKind;
  /** Position: the mark stands before the message with this index (0-based; messages.length = at the end). */
  readonly at: number;
  /** One line that says what the vendor did. */
  readonly label: string;
  /** Tokens before it, as the vendor reported them. */
  readonly tokensBefore?: number;
  readonly tokensSaved?: number;
  /** The summary that the vendor wrote, where it wrote one. */
  readonly summary?: string;
  /** Recorded ids of the calls whose results were cleared. */
  readonly callIds?: readonly string[];
  /** Ids of the messages that the vendor dropped or summarised. */
  readonly messageIds?: readonly string[];
}

/** A call that names a file, and the message that has the file's content. */
export interface FileCall {
  /** The message with the content: the result of a call that reads, the call itself where it writes. */
  readonly index: number;
  readonly call: string;
  readonly path: string;
  readonly writes: boolean;
  readonly isError: boolean;
}

import type { FindBytes } from "./json-seams.ts";

/** Where something lies in a file: its line from 1, its byte offset from 0. */
export interface StreamPlace {
  readonly line: number;
  readonly offset: number;
}

/** An array whose elements may be given one by one. */
export interface StreamedArray {
  /** The keys that lead to it; `[]` for an element of another array. */
  readonly path: readonly string[];
  /** The document up to its opening bracket, that included, and what is known of what follows. */
  readonly head: Uint8Array;
  readonly some: Uint8Array;
  /** What of the head was not there when an array before was begun. */
  readonly since: Seam;
}

/** Bytes that are held, from the byte `at` on, and where in the file they stand: up to there elements were given. */
export interface Seam {
  readonly at: number;
  readonly place: StreamPlace;
}

/** Who a stream tells of a document. */
export interface StreamTaker {
  /** Asked of each array that is too large to be held: true when its elements are wanted. */
  readonly begins: (array: StreamedArray) => boolean;
  /** Of an element: true when it was JSON as it is. */
  readonly element: (path: readonly string[], bytes: Uint8Array, place: StreamPlace) => boolean;
  /** Commas in a row that nothing stands between: where they stand, and how many bytes these are. */
  readonly stray: (place: StreamPlace, bytes: number) => void;
  /** Of bytes that are an element if they are JSON: true when they were, and it was taken. */
  readonly guess: (path: readonly string[], bytes: Uint8Array, place: StreamPlace) => boolean;
  /** Of the element in which the document ends: gives where what could not be read of it begins; nowhere if it is whole. */
  readonly last: (path: readonly string[], bytes: Uint8Array, place: StreamPlace) => StreamPlace | undefined;
  /** The same bytes in the form in which a byte is found quickest. */
  readonly quick?: (bytes: Uint8Array) => Uint8Array;
  /** Finds some of these bytes quickest. */
  readonly find?: FindBytes | undefined;
}

/** What is left of a document when its elements were given, and what would close it where it did not end. */
export interface StreamRest {
  readonly bytes: Uint8Array;
  readonly closing: string;
  /** Where its end is, or where what could not be given begins. */
  readonly place: StreamPlace;
  /** Where the bytes stand in the file, the first of them first. */
  readonly seams: readonly Seam[];
}

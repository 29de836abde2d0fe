/** A fault that a user switches on: part of a run's inputs, recorded with it (policies, section 5). */
export type Fault =
  | { readonly kind: "store-unwritable"; readonly fromStep?: number }
  | { readonly kind: "upload-fails" }
  | { readonly kind: "no-scope" }
  | { readonly kind: "compressor-fails" }
  | { readonly kind: "compressor-empty" }
  | { readonly kind: "compressor-longer" }
  | { readonly kind: "output-block"; readonly turn: number }
  | { readonly kind: "tool-timeout"; readonly call: string }
  | { readonly kind: "approval-denied"; readonly call: string }
  | { readonly kind: "rerun"; readonly call: string };

/** The kinds of faults there are. */
export const FAULT_KINDS = [
  "store-unwritable",
  "upload-fails",
  "no-scope",
  "compressor-fails",
  "compressor-empty",
  "compressor-longer",
  "output-block",
  "tool-timeout",
  "approval-denied",
  "rerun",
] as const satisfies readonly Fault["kind"][];

/** Whether the host can be reached. `waiting` is how long until the next try, in milliseconds. */
export type LinkState =
  | { readonly kind: "connecting" }
  | { readonly kind: "open" }
  | { readonly kind: "lost"; readonly attempt: number; readonly waiting: number }
  | { readonly kind: "refused"; readonly reason: string };

import type { MessageAddress } from "../../core/contract/run-view.ts";

/**
 * The order in which messages stand on the screen. The columns register it; the keys j and k, and whoever wants a
 * message to be seen, use it.
 */
export interface VisualOrder {
  /** The message after (+1) or before (-1) another; of undefined, the first or last that is in view. */
  neighbour(from: MessageAddress | undefined, by: 1 | -1): MessageAddress | undefined;
  /** Scrolls a message into view. */
  reveal(at: MessageAddress): void;
}

let current: VisualOrder | undefined;

/** Registers the order; the returned function takes it back. */
export function registerVisualOrder(order: VisualOrder): () => void {
  current = order;
  return () => {
    if (current === order) current = undefined;
  };
}

/** The order that is registered now. */
export function visualOrder(): VisualOrder | undefined {
  return current;
}

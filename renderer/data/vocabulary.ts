import type { Category, Disposition } from "../../core/contract/run-view.ts";

/** How a disposition is shown: a word, and its colour in the theme. The chip adds a shape. */
export interface DispositionLook {
  readonly label: string;
  /** One sentence for a tooltip. */
  readonly means: string;
  /** CSS colour of text and outline; readable on every background of the theme. */
  readonly colour: string;
}

const look = (name: Disposition, means: string): DispositionLook => ({
  label: name,
  means,
  colour: `var(--disp-${name})`,
});

/** Every disposition's look. */
export const DISPOSITION_LOOKS: { readonly [D in Disposition]: DispositionLook } = {
  kept: look("kept", "Sent as recorded"),
  previewed: look("previewed", "A preview is sent; the whole is in a store"),
  paged: look("paged", "The first page is sent; the rest can be read"),
  limited: look("limited", "Cut to a limit when it came in"),
  cut: look("cut", "Cut to fit as it was sent"),
  cleared: look("cleared", "Replaced by a placeholder"),
  summarised: look("summarised", "The summary stands for it"),
  pruned: look("pruned", "Left out of the request"),
  evicted: look("evicted", "A preview is sent; the store no longer has the whole"),
  repaired: look("repaired", "Left out or made up so that calls and results pair"),
};

/** The word for a message of a role, before its number. */
export const ROLE_WORDS = { user: "User", assistant: "Assistant", tool: "Result" } as const;

/** How a category is shown. */
export interface CategoryLook {
  readonly label: string;
  readonly colour: string;
}

const category = (label: string, name: string): CategoryLook => ({ label, colour: `var(--cat-${name})` });

/** Every category's look. */
export const CATEGORY_LOOKS: { readonly [C in Category]: CategoryLook } = {
  system: category("System", "system"),
  tools: category("Tools", "tools"),
  summary: category("Summary", "summary"),
  user: category("User", "user"),
  assistant: category("Assistant", "assistant"),
  thinking: category("Thinking", "thinking"),
  "tool calls": category("Tool calls", "tool-calls"),
  "tool results": category("Tool results", "tool-results"),
  previews: category("Previews", "previews"),
  media: category("Media", "media"),
};

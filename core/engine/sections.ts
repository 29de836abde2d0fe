import { headWithinUnits } from "../lib/text-lines.ts";
import type { EventBody } from "../model/event.ts";
import type { Middleware, State } from "../policies/middleware.ts";
import { RunFailure } from "./run.ts";

/** What a stack adds to the system prompt, and the event that says so where it did not fit. */
export interface Sections {
  readonly text: string;
  readonly cut?: EventBody;
}

function sectionOf({ kind, promptSections }: Middleware, state: State): string | undefined {
  try {
    return promptSections?.(state);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new RunFailure(`the prompt section of ${kind} failed: ${reason}`);
  }
}

/** The sections of a stack in its order, bounded together to so many `chars4` tokens; undefined when there are none. */
export function sectionsOf(
  stack: readonly Middleware[],
  state: State,
  maxPromptSectionTokens: number,
): Sections | undefined {
  // Most stacks add nothing, and are asked at every step.
  if (!stack.some(({ promptSections }) => promptSections)) return undefined;
  const sections = stack
    .map((middleware) => sectionOf(middleware, state))
    .filter((section) => section !== undefined);
  if (sections.length === 0) return undefined;
  const whole = sections.join("\n");
  const text = headWithinUnits(whole, maxPromptSectionTokens * 4);
  if (text.length === whole.length) return { text };
  const measured = { value: Math.ceil(whole.length / 4), unit: "tokens" } as const;
  const limit = { name: "maxPromptSectionTokens", value: maxPromptSectionTokens, unit: "tokens" } as const;
  return { text, cut: { policy: "engine", action: "cut", subject: {}, measured, limit } };
}

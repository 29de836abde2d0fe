import { Tooltip as Radix } from "radix-ui";
import type { FocusEvent, ReactNode } from "react";
import "./tooltip.css";

/** Lets tooltips open at once when one was open just before. Around the whole window. */
export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={450} skipDelayDuration={200}>
      {children}
    </Radix.Provider>
  );
}

interface TooltipProps {
  readonly text: ReactNode;
  /** Keys that do the same. */
  readonly keys?: ReactNode;
  readonly side?: "top" | "right" | "bottom" | "left";
  /** One element that takes a ref and events. */
  readonly children: ReactNode;
}

/** A focus that comes from nowhere was given back, by a dialog that closed: nobody went there to be told more. */
function unlessGivenBack(event: FocusEvent): void {
  if (event.relatedTarget === null) event.preventDefault();
}

/** Says more about what the pointer or the focus is on. */
export function Tooltip({ text, keys, side = "bottom", children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild onFocus={unlessGivenBack}>
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="tooltip" side={side} sideOffset={6} collisionPadding={8}>
          <span>{text}</span>
          {keys ? <span className="tooltip__keys">{keys}</span> : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

import { Dialog as Radix } from "radix-ui";
import { type ReactNode, useRef } from "react";
import { IconButton } from "./button.tsx";
import "./dialog.css";

interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** A sentence below the title. */
  readonly about?: ReactNode;
  readonly width?: number;
  /** Hides the title bar from sight but not from screen readers. */
  readonly bare?: boolean;
  /** The content is text to scroll, without anything that takes the focus. */
  readonly text?: boolean;
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

/** What had the focus before the first of the dialogs opened: one may be followed by another at once. */
let opener: HTMLElement | undefined;

function noteOpener(): void {
  const now = document.activeElement;
  const outside = now instanceof HTMLElement && now !== document.body && !now.closest("[role=dialog]");
  if (outside) opener = now;
}

/** Radix gives the focus back to a trigger; a dialog that a key or a command opened has none. */
function giveBack(event: Event): void {
  event.preventDefault();
  // A command may have moved it on purpose, or opened the next dialog.
  const taken = document.activeElement !== document.body;
  if (!taken && !document.querySelector("[role=dialog][data-state=open]"))
    opener?.focus({ preventScroll: true });
}

/** A modal dialog: traps the focus, closes with Escape, gives the focus back. */
export function Dialog({
  open,
  onClose,
  title,
  about,
  width = 560,
  bare,
  text,
  footer,
  children,
}: DialogProps) {
  const box = useRef<HTMLDivElement>(null);
  // Not the close button, which comes first: what the dialog is for, or the dialog itself.
  const focusFirst = (event: Event) => {
    event.preventDefault();
    noteOpener();
    (box.current?.querySelector<HTMLElement>("[data-first]") ?? box.current)?.focus();
  };
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="dialog__scrim" />
        <Radix.Content
          ref={box}
          className="dialog"
          style={{ width }}
          tabIndex={-1}
          onOpenAutoFocus={focusFirst}
          onCloseAutoFocus={giveBack}
          {...(about ? {} : { "aria-describedby": undefined })}
        >
          <header className={bare ? "visually-hidden" : "dialog__header"}>
            <div className="dialog__words">
              <Radix.Title className="dialog__title">{title}</Radix.Title>
              {about ? <Radix.Description className="dialog__about">{about}</Radix.Description> : null}
            </div>
            {bare ? null : (
              <Radix.Close asChild>
                <IconButton icon="close" label="Close" small />
              </Radix.Close>
            )}
          </header>
          <div
            className={bare ? "dialog__bare" : "dialog__body"}
            {...(text ? { tabIndex: 0, "data-first": true } : {})}
          >
            {children}
          </div>
          {footer ? <footer className="dialog__footer">{footer}</footer> : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

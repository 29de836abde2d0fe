import type { ReactNode } from "react";
import "./pane-header.css";

interface PaneHeaderProps {
  readonly title: ReactNode;
  /** Beside the title, in a weaker colour. */
  readonly about?: ReactNode;
  /** Takes the room that is left, and scrolls when it is too little. */
  readonly middle?: ReactNode;
  /** At the right end. */
  readonly children?: ReactNode;
}

/** The line at the top of a pane. */
export function PaneHeader({ title, about, middle, children }: PaneHeaderProps) {
  return (
    <header className="pane-header">
      <h2 className="pane-header__title">{title}</h2>
      {about ? <span className="pane-header__about ellipsis">{about}</span> : null}
      <div className="pane-header__middle">{middle}</div>
      {children}
    </header>
  );
}

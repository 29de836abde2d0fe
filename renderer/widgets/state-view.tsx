import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Icon, type IconName } from "./icon.tsx";
import { useAfter } from "./use-after.ts";
import "./state-view.css";

interface EmptyStateProps {
  readonly icon?: IconName;
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

/** Says why there is nothing here and what can be done. */
export function EmptyState({ icon, title, children, actions }: EmptyStateProps) {
  return (
    <div className="state-view">
      {icon ? <Icon name={icon} size={28} className="state-view__icon" /> : null}
      <p className="state-view__title">{title}</p>
      {children ? <div className="state-view__text">{children}</div> : null}
      {actions ? <div className="state-view__actions">{actions}</div> : null}
    </div>
  );
}

interface ErrorStateProps {
  readonly title: string;
  readonly error: Error;
  readonly onRetry?: (() => void) | undefined;
}

/** Says what went wrong and offers to try again. */
export function ErrorState({ title, error, onRetry }: ErrorStateProps) {
  return (
    <div className="state-view" role="alert">
      <Icon name="warning" size={28} className="state-view__icon state-view__icon--error" />
      <p className="state-view__title">{title}</p>
      <p className="state-view__text">{error.message}</p>
      {onRetry ? (
        <div className="state-view__actions">
          <Button onClick={onRetry}>Try again</Button>
        </div>
      ) : null}
    </div>
  );
}

/** Grey bars in place of what loads; nothing for the first 300 ms, so that a fast answer never flickers. */
export function Skeleton({
  rows = 4,
  label = "Loading",
}: {
  readonly rows?: number;
  readonly label?: string;
}) {
  const late = useAfter(300);
  return (
    <div className="skeleton" role="status" aria-busy="true" aria-label={label}>
      {late ? Array.from({ length: rows }, (_, at) => <div key={at} className="skeleton__bar" />) : null}
    </div>
  );
}

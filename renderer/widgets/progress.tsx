import "./progress.css";

interface ProgressProps {
  readonly label: string;
  /** From 0 to 1; undefined while it is not known. */
  readonly share: number | undefined;
}

/** How far something is. */
export function Progress({ label, share }: ProgressProps) {
  const known = share !== undefined;
  return (
    <div
      className={`progress${known ? "" : " progress--unknown"}`}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(known ? { "aria-valuenow": Math.round(share * 100) } : {})}
    >
      <div className="progress__bar" style={known ? { width: `${Math.min(1, share) * 100}%` } : undefined} />
    </div>
  );
}

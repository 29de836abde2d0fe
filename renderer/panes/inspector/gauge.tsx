import type { LedgerEvent } from "../../../core/model/event.ts";

/** A measured value against its limit, to scale: the bar is the value, the mark is the limit. */
export function Gauge({ event, words }: { readonly event: LedgerEvent; readonly words: string }) {
  const { measured, limit } = event;
  const comparable = measured !== undefined && limit !== undefined && measured.unit === limit.unit;
  const whole = comparable ? Math.max(measured.value, limit.value) * 1.08 : 0;
  const share = (value: number) => `${whole > 0 ? (value / whole) * 100 : 0}%`;
  return (
    <div className="inspector__gauge">
      <p className="number">{words}</p>
      {comparable && whole > 0 ? (
        <div className="inspector__track" data-over={measured.value > limit.value} aria-hidden="true">
          <span className="inspector__fill" style={{ width: share(measured.value) }} />
          <span className="inspector__limit" style={{ left: share(limit.value) }} />
        </div>
      ) : null}
    </div>
  );
}

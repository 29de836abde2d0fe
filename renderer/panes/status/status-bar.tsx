import { useCurrent } from "../../data/current.tsx";
import { useAppInfo } from "../../data/queries.ts";
import { runCounts } from "../../data/run-counts.ts";
import { overlay } from "../../state/overlay.ts";
import {
  formatBytes,
  formatCount,
  formatMilliseconds,
  formatShare,
  formatShort,
  pluralOrNo,
} from "../../widgets/quantity.tsx";
import { RunStatus } from "./run-status.tsx";
import "./status.css";

/** The line at the bottom: how the run stands, what it sums up to, and what the host is. */
export function StatusBar() {
  const info = useAppInfo();
  return (
    <footer className="status-bar">
      <RunStatus />
      <Sums />
      <span className="status-bar__space" />
      {info.data ? (
        <span className="status-bar__host" title={`Library in ${info.data.dataDir}`}>
          Ullage {info.data.version}
        </span>
      ) : null}
      <button
        type="button"
        className="status-bar__keys"
        onClick={() => overlay.getState().show({ kind: "help" })}
      >
        ? keys
      </button>
    </footer>
  );
}

function Sums() {
  const { transcript, run: query } = useCurrent();
  const { run } = query;
  if (!run) return null;
  const several = (transcript?.threads.length ?? 0) > 1;
  const { totals, profile, milliseconds } = run;
  const saved = totals.rawTokens === 0 ? 0 : 1 - totals.requestTokens / totals.rawTokens;
  return (
    <>
      <span
        className="number"
        title={`${formatCount(totals.rawTokens)} raw and ${formatCount(totals.requestTokens)} outgoing tokens over all steps${several ? " of this lane" : ""}, estimated (${profile.tokenCounter})`}
      >
        {several ? "this lane" : "all steps"} {formatShort(totals.rawTokens)} →{" "}
        {formatShort(totals.requestTokens)} tok
        {saved > 0 ? ` (−${formatShare(saved)})` : ""}
      </span>
      <span
        className="number"
        title={`Largest request: ${formatCount(totals.peakRequestTokens)} tokens, estimated`}
      >
        peak {formatShort(totals.peakRequestTokens)}
      </span>
      {runCounts(run).map(({ count, one, many }) => (
        <span key={one} className="number">
          {pluralOrNo(count, one, many)}
        </span>
      ))}
      {totals.lostBytes > 0 ? (
        <span
          className="number status-bar__lost"
          title="Bytes of results that are in no request and in no store at the end"
        >
          {formatBytes(totals.lostBytes)} lost
        </span>
      ) : null}
      <span className="number muted status-bar__time">ran in {formatMilliseconds(milliseconds)}</span>
    </>
  );
}

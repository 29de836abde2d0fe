import { type ReactNode, useCallback, useEffect, useState } from "react";
import type { Host } from "../core/contract/rpc.ts";
import { App } from "./app.tsx";
import { askAhead } from "./ask-ahead.ts";
import { commands } from "./commands/registry.ts";
import { useHostData, useLink } from "./data/host-context.tsx";
import { KEYS } from "./data/queries.ts";
import { watchHost } from "./data/watch-host.ts";
import { withoutName } from "./data/without-name.ts";
import { isOwnAddress, writeLeft } from "./address-writer.ts";
import { followAddress } from "./follow-address.ts";
import { parseAddress } from "./state/address.ts";
import type { AddressedDraft } from "./state/addressed-draft.ts";
import { openProfile } from "./panes/library/open-profile.ts";
import { showFolder } from "./panes/library/show-folder.ts";
import { LinkBanner } from "./panes/status/link-banner.tsx";
import { ownMemory } from "./own-memory.ts";
import { recall, remember, type Remembered } from "./remember.ts";
import { draft } from "./state/draft.ts";
import { layout } from "./state/layout.ts";
import { takeDraft, tellOfDraft } from "./take-draft.ts";
import { forgetOnOpening } from "./state/ask.ts";
import { forgetLooks } from "./state/looks.ts";
import { forgetReading } from "./state/reading.ts";
import { selection } from "./state/selection.ts";
import { ErrorState } from "./widgets/state-view.tsx";
import { toast } from "./widgets/toast.tsx";
import { useAfter } from "./widgets/use-after.ts";

const STORES: Remembered = { layout, draft, selection };
const OWN = ownMemory(window.sessionStorage);

/** Brings back what was remembered, then shows the window and keeps it in touch with the host. */
export function Start() {
  const [state, retry] = useRecalled();
  if (state.kind === "failed")
    return <ErrorState title="Ullage cannot start" error={state.error} onRetry={retry} />;
  if (state.kind === "waiting") return <Waiting />;
  return (
    <InTouch linked={state.linked}>
      <App />
    </InTouch>
  );
}

type Recalled =
  | { readonly kind: "waiting" }
  /** `linked`: the page's address said what to look at. */
  | { readonly kind: "ready"; readonly linked: boolean }
  | { readonly kind: "failed"; readonly error: Error };

function useRecalled(): readonly [Recalled, () => void] {
  const { host } = useHostData();
  const [state, setState] = useState<Recalled>({ kind: "waiting" });
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let gone = false;
    writeLeft(window, OWN);
    const asked = parseAddress(window.location.hash);
    // What this window wrote itself, before a reload, may be older than the draft that it remembers.
    const known = isOwnAddress(window) && OWN.get("draft") !== undefined;
    const unfollow = followAddress(window, STORES, {
      own: OWN,
      onDraft: (told) => void openDraft(host, told),
    });
    const forget = [forgetOnOpening, forgetLooks, forgetReading].map((begin) => begin(selection));
    const settle = (next: Recalled) => !gone && setState(next);
    recall(host, OWN, STORES, known ? undefined : asked?.draft).then(
      (taken) => {
        tellOfDraft(taken, draft);
        // A link says how it is to be looked at, whatever was remembered.
        layout.getState().set({ ...asked?.view });
        settle({ kind: "ready", linked: asked !== undefined });
      },
      (error: unknown) => settle({ kind: "failed", error: error as Error }),
    );
    return () => {
      gone = true;
      unfollow();
      for (const end of forget) end();
    };
  }, [host, tries]);
  const retry = useCallback(() => {
    setState({ kind: "waiting" });
    setTries((now) => now + 1);
  }, []);
  return [state, retry];
}

/** Takes over the draft of an address that was opened while the window is there. */
async function openDraft(host: Host, told: AddressedDraft): Promise<void> {
  try {
    tellOfDraft(takeDraft(told, await host.call("profile.list", {}), draft), draft);
  } catch (thrown) {
    toast({ tone: "error", title: "The profile was not opened", detail: (thrown as Error).message });
  }
}

interface InTouchProps {
  /** What was opened before this page came is not gone to: its address leads elsewhere, or it was there already. */
  readonly linked: boolean;
  readonly children: ReactNode;
}

function InTouch({ linked, children }: InTouchProps) {
  const data = useHostData();
  useEffect(() => {
    const end = remember(data.host, OWN, STORES);
    window.addEventListener("pagehide", end);
    return () => {
      window.removeEventListener("pagehide", end);
      end();
    };
  }, [data]);
  useEffect(() => askAhead(data, STORES), [data]);
  useEffect(() => window.ullage?.onCommand((id) => commands.run(id)), []);
  useEffect(
    () =>
      watchHost(data, {
        onOpened: (transcript) => {
          if (!linked) selection.getState().open(transcript, undefined);
        },
        onProfile: openProfile,
        onReplaced(transcript, name) {
          toast({
            tone: "info",
            title: `${name} was written anew`,
            detail: "It is a transcript of its own, and followed on.",
            action: { label: "Open", run: () => selection.getState().open(transcript, undefined) },
          });
        },
        onGone(name) {
          toast({
            tone: "info",
            title: `${name} was deleted or moved away`,
            detail: "What was read of it stays; it is followed on if it comes back.",
          });
        },
        onFolder: showFolder,
        onFailed(name, message) {
          data.cache.invalidate(KEYS.library);
          toast({ tone: "error", title: `${name} was not imported`, detail: withoutName(message, name) });
        },
      }),
    [data, linked],
  );
  return children;
}

/** Nothing for a moment, then what is waited for. */
function Waiting() {
  const link = useLink();
  const late = useAfter(300);
  return (
    <>
      <LinkBanner />
      <div className="starting" role="status" aria-busy="true">
        {late && link.kind === "connecting" ? "Connecting…" : null}
      </div>
    </>
  );
}

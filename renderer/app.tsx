import { useEffect } from "react";
import { appCommands } from "./commands/app-commands.ts";
import { listenForKeys } from "./commands/keys.ts";
import { commands } from "./commands/registry.ts";
import { CurrentProvider, useCurrent } from "./data/current.tsx";
import { useSamples } from "./data/queries.ts";
import { libraryCommands, sampleCommands } from "./library-commands.ts";
import { Header } from "./panes/header/header.tsx";
import { AboutDialog } from "./panes/help/about-dialog.tsx";
import { GoToStep } from "./panes/help/go-to-step.tsx";
import { HelpDialog } from "./panes/help/help-dialog.tsx";
import { Palette } from "./panes/help/palette.tsx";
import { GroundTruthDialog } from "./panes/ground-truth/ground-truth-dialog.tsx";
import { DiscoverDialog } from "./panes/library/discover-dialog.tsx";
import { DropZone } from "./panes/library/drop-zone.tsx";
import { PasteDialog } from "./panes/library/paste-dialog.tsx";
import { FolderReportDialog } from "./panes/library/folder-report-dialog.tsx";
import { ReportDialog } from "./panes/library/report-dialog.tsx";
import { useOpenSample } from "./panes/library/use-import-files.ts";
import { NameDialog } from "./panes/profile/name-dialog.tsx";
import { useStoredProfiles } from "./panes/profile/use-stored-profiles.ts";
import { LinkBanner } from "./panes/status/link-banner.tsx";
import { StatusBar } from "./panes/status/status-bar.tsx";
import { profileCommands } from "./profile-commands.ts";
import { useDraft } from "./state/draft.ts";
import { overlay } from "./state/overlay.ts";
import { useSelection } from "./state/selection.ts";
import { Stage } from "./stage.tsx";
import { useArrival } from "./use-arrival.ts";
import { Toaster } from "./widgets/toast.tsx";
import "./app.css";

/** The whole window, once everything that was remembered is back. */
export function App() {
  const transcript = useSelection((state) => state.transcript);
  const thread = useSelection((state) => state.thread);
  const step = useSelection((state) => state.step);
  const profile = useDraft((state) => state.profile);
  const faults = useDraft((state) => state.faults);
  return (
    <CurrentProvider wanted={{ transcript, thread, step, profile, faults }}>
      <Window />
    </CurrentProvider>
  );
}

function Window() {
  useTitle();
  useArrival();
  useAppCommands();
  return (
    <div className="app">
      <Header />
      <LinkBanner />
      <main className="app__stage">
        <Stage />
      </main>
      <StatusBar />
      <Palette />
      <HelpDialog />
      <AboutDialog />
      <GoToStep />
      <ReportDialog />
      <FolderReportDialog />
      <PasteDialog />
      <DiscoverDialog />
      <GroundTruthDialog />
      <NameDialog />
      <DropZone />
      <Toaster />
    </div>
  );
}

/** The page's title tells the transcript. */
function useTitle(): void {
  const name = useCurrent().transcript?.name;
  useEffect(() => {
    document.title = name === undefined ? "Ullage" : `${name} · Ullage`;
  }, [name]);
}

function useAppCommands(): void {
  const { step, steps } = useCurrent();
  useEffect(() => {
    const range = { step: () => step ?? 1, steps: () => steps };
    return commands.register(...appCommands(range));
  }, [step, steps]);
  const stored = useStoredProfiles();
  useEffect(() => commands.register(...profileCommands(stored)), [stored]);
  useEffect(() => commands.register(...libraryCommands()), []);
  const samples = useSamples().data;
  const openSample = useOpenSample();
  useEffect(() => commands.register(...sampleCommands(samples ?? [], openSample)), [samples, openSample]);
  useEffect(() => listenForKeys(commands, document, () => overlay.getState().overlay !== undefined), []);
}

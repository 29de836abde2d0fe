import type { SampleRow } from "../core/contract/methods.ts";
import type { Command } from "./commands/registry.ts";
import { FILE_FIELD, FOLDER_FIELD } from "./panes/library/import-buttons.tsx";
import { layout } from "./state/layout.ts";
import { overlay } from "./state/overlay.ts";
import { selection } from "./state/selection.ts";

function choose(field: string): void {
  layout.getState().set({ libraryOpen: true });
  requestAnimationFrame(() => document.getElementById(field)?.click());
}

/** A command for each built-in sample session. */
export function sampleCommands(
  samples: readonly SampleRow[],
  open: (sample: SampleRow) => void,
): readonly Command[] {
  return samples.map((sample) => ({
    id: `sample.${sample.id}`,
    title: `Open sample: ${sample.title}`,
    group: "Library",
    run: () => open(sample),
  }));
}

const opened = () => selection.getState().transcript !== undefined;

/** The commands of the library. */
export function libraryCommands(): readonly Command[] {
  return [
    {
      id: "library.import",
      title: "Import files…",
      keys: ["mod+o"],
      group: "Library",
      run: () => choose(FILE_FIELD),
    },
    {
      id: "library.import-folder",
      title: "Import a folder…",
      group: "Library",
      run: () => choose(FOLDER_FIELD),
    },
    {
      id: "library.paste",
      title: "Import pasted text…",
      group: "Library",
      run: () => overlay.getState().show({ kind: "paste" }),
    },
    {
      id: "library.discover",
      title: "Sessions on this machine…",
      group: "Library",
      run: () => overlay.getState().show({ kind: "discover" }),
    },
    {
      id: "library.truth",
      title: "Ground truth: what the vendor took out, beside this profile",
      group: "Library",
      when: opened,
      run: () => overlay.getState().show({ kind: "ground-truth" }),
    },
    {
      id: "library.report",
      title: "Import report of this transcript",
      group: "Library",
      when: opened,
      run: () => {
        const { transcript } = selection.getState();
        if (transcript !== undefined) overlay.getState().show({ kind: "report", transcript });
      },
    },
    {
      id: "library.close",
      title: "Close this transcript",
      group: "Library",
      when: opened,
      run: () => selection.getState().close(),
    },
  ];
}

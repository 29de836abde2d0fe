import { useCallback } from "react";
import type { LocalFolder } from "../../../core/contract/connection.ts";
import type { ImportResult, SampleRow } from "../../../core/contract/methods.ts";
import type { TranscriptRow } from "../../../core/contract/rows.ts";
import { useHostData } from "../../data/host-context.tsx";
import { profileIn } from "../../../core/model/profile-text.ts";
import { profileInFile } from "../../data/profile-file.ts";
import { KEYS } from "../../data/queries.ts";
import { overlay } from "../../state/overlay.ts";
import { selection } from "../../state/selection.ts";
import { formatBytes, plural } from "../../widgets/quantity.tsx";
import { toast } from "../../widgets/toast.tsx";
import type { ChosenFile } from "./discovered-files.ts";
import { givenFiles } from "./given-files.ts";
import { openProfile } from "./open-profile.ts";
import { showFolder } from "./show-folder.ts";

/** Imports files one after the other and opens the last; a file that is a profile becomes the draft instead. */
export function useImportFiles(): (files: readonly File[]) => Promise<void> {
  const { imports } = useHostData();
  const opened = useOpenImported();
  const importFolder = useImportFolder();
  return useCallback(
    async (files) => {
      for (const given of await givenFiles(files)) {
        if ("database" in given) {
          await importFolder(given.database);
          continue;
        }
        const { file } = given;
        const profile = await profileInFile(file);
        if (profile) openProfile(profile, file.name);
        else opened(await imports.file(file));
      }
    },
    [imports, opened, importFolder],
  );
}

/** Imports everything in a folder, opens the first of it, and shows what became of all. */
export function useImportFolder(): (folder: LocalFolder) => Promise<void> {
  const { imports, cache } = useHostData();
  return useCallback(
    async (folder) => {
      const result = await imports.folder(folder);
      if (!result) return;
      cache.invalidate(KEYS.library);
      showFolder(result);
    },
    [imports, cache],
  );
}

/** Imports pasted text and opens it; a profile becomes the draft instead. False when it could not be read: the job says why. */
export function useImportText(): (name: string, text: string) => Promise<boolean> {
  const { imports } = useHostData();
  const opened = useOpenImported();
  return useCallback(
    async (name, text) => {
      const profile = profileIn(text);
      if (profile) {
        openProfile(profile, name);
        return true;
      }
      const result = await imports.text(name, text);
      opened(result);
      return result !== undefined;
    },
    [imports, opened],
  );
}

/** Imports logs that were found on this machine, one after the other, and opens the last. */
export function useImportDiscovered(): (files: readonly ChosenFile[]) => Promise<void> {
  const { imports, cache } = useHostData();
  const opened = useOpenImported();
  return useCallback(
    async (files) => {
      for (const { id, name, bytes } of files) {
        if (!name.endsWith(".db")) opened(await imports.discovered(id, name, bytes));
        else {
          const result = await imports.discoveredMany(id, name, bytes);
          cache.invalidate(KEYS.library);
          if (result) showFolder(result);
        }
      }
    },
    [imports, cache, opened],
  );
}

/** Imports a built-in sample session and opens it. */
export function useOpenSample(): (sample: SampleRow) => void {
  const { imports } = useHostData();
  const opened = useOpenImported();
  return useCallback(
    (sample) => void imports.sample(sample.id, sample.title).then(opened),
    [imports, opened],
  );
}

/** What happens when an import ends: the library is read again, the transcript opened, and its report offered. */
function useOpenImported(): (result: ImportResult | undefined) => void {
  const { cache } = useHostData();
  return useCallback(
    (result) => {
      if (!result) return;
      // What is known already need not be waited for: the list is read again beside the opening.
      const { transcript } = result;
      const known = cache.read<readonly TranscriptRow[]>(KEYS.library).value ?? [];
      cache.put(KEYS.library, [transcript, ...known.filter(({ id }) => id !== transcript.id)]);
      cache.invalidate(KEYS.library);
      selection.getState().open(result.transcript.id, undefined);
      toast(told(result));
    },
    [cache],
  );
}

function told({ transcript, duplicate, grownFrom, report }: ImportResult): Parameters<typeof toast>[0] {
  const action = {
    label: "Report",
    run: () => overlay.getState().show({ kind: "report", transcript: transcript.id }),
  };
  if (duplicate) {
    return {
      tone: "info",
      title: `${transcript.name} is in the library already`,
      detail: "The same bytes were imported before.",
    };
  }
  if (grownFrom !== undefined) {
    return {
      tone: "ok",
      title: `${transcript.name} has grown`,
      detail: `${formatBytes(report.bytes - grownFrom)} more were added to the transcript that was there.`,
      action,
    };
  }
  const bad = report.lines.bad;
  const detail = `${transcript.formatLabel}, ${plural(report.lines.read, "line")} read${bad > 0 ? `, ${plural(bad, "line")} could not be read` : ""}`;
  return { tone: bad > 0 ? "info" : "ok", title: `Imported ${transcript.name}`, detail, action };
}

import { useCallback } from "react";
import type { ImportResult } from "../../../core/contract/methods.ts";
import { useHostData } from "../../data/host-context.tsx";
import { KEYS } from "../../data/queries.ts";
import { overlay } from "../../state/overlay.ts";
import { selection } from "../../state/selection.ts";
import { plural } from "../../widgets/quantity.tsx";
import { toast } from "../../widgets/toast.tsx";

/** Imports files one after the other and opens the last. */
export function useImportFiles(): (files: readonly File[]) => Promise<void> {
  const { imports } = useHostData();
  const opened = useOpenImported();
  return useCallback(
    async (files) => {
      for (const file of files) opened(await imports.file(file));
    },
    [imports, opened],
  );
}

/** What happens when an import ends: the library is read again, the transcript opened, and its report offered. */
export function useOpenImported(): (result: ImportResult | undefined) => void {
  const { cache } = useHostData();
  return useCallback(
    (result) => {
      if (!result) return;
      cache.invalidate(KEYS.library);
      selection.getState().open(result.transcript.id, undefined);
      toast(told(result));
    },
    [cache],
  );
}

function told({ transcript, duplicate, report }: ImportResult): Parameters<typeof toast>[0] {
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
  const bad = report.lines.bad;
  const detail = `${transcript.formatLabel}, ${plural(report.lines.read, "line")} read${bad > 0 ? `, ${plural(bad, "line")} could not be read` : ""}`;
  return { tone: bad > 0 ? "info" : "ok", title: `Imported ${transcript.name}`, detail, action };
}

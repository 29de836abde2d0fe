import { useRef } from "react";
import { overlay } from "../../state/overlay.ts";
import { IconButton } from "../../widgets/button.tsx";
import { useImportFiles } from "./use-import-files.ts";

/** The id of the file field: the command opens it too. */
export const FILE_FIELD = "import-file-field";

/** Imports files by the system's dialog, or pasted text. */
export function ImportButtons() {
  const field = useRef<HTMLInputElement>(null);
  const importFiles = useImportFiles();
  return (
    <>
      <input
        ref={field}
        id={FILE_FIELD}
        type="file"
        multiple
        hidden
        aria-label="Transcript files"
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])];
          event.target.value = "";
          void importFiles(chosen);
        }}
      />
      <IconButton
        icon="paste"
        label="Import pasted text"
        small
        onClick={() => overlay.getState().show({ kind: "paste" })}
      />
      <IconButton
        icon="search"
        label="Sessions on this machine"
        small
        onClick={() => overlay.getState().show({ kind: "discover" })}
      />
      <IconButton icon="add" label="Import files" small onClick={() => field.current?.click()} />
    </>
  );
}

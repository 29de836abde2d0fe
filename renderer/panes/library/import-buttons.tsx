import { useRef } from "react";
import { overlay } from "../../state/overlay.ts";
import { IconButton } from "../../widgets/button.tsx";
import { chosenFolder } from "./dropped.ts";
import { useImportFiles, useImportFolder } from "./use-import-files.ts";

/** The ids of the fields for files and for a folder: commands open them too. */
export const FILE_FIELD = "import-file-field";
export const FOLDER_FIELD = "import-folder-field";

/** Imports files by the system's dialog, or pasted text. */
export function ImportButtons() {
  const field = useRef<HTMLInputElement>(null);
  const folderField = useRef<HTMLInputElement>(null);
  const importFiles = useImportFiles();
  const importFolder = useImportFolder();
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
      <input
        ref={folderField}
        id={FOLDER_FIELD}
        type="file"
        webkitdirectory=""
        hidden
        aria-label="Folder of transcripts"
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])];
          event.target.value = "";
          if (chosen.length > 0) void chosenFolder(chosen).then(importFolder);
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
      <IconButton icon="folder" label="Import a folder" small onClick={() => folderField.current?.click()} />
      <IconButton icon="add" label="Import files" small onClick={() => field.current?.click()} />
    </>
  );
}

import { useEffect, useState } from "react";
import { isTextField } from "../../commands/keys.ts";
import { Icon } from "../../widgets/icon.tsx";
import { droppedIn, folderOf } from "./dropped.ts";
import { useImportFiles, useImportFolder, useImportText } from "./use-import-files.ts";

/** Takes files that are dropped anywhere on the window, and files and text that are pasted outside of a field. */
export function DropZone() {
  const over = useDrop();
  usePaste();
  if (!over) return null;
  return (
    <div className="drop-zone">
      <div className="drop-zone__card">
        <Icon name="drop" size={32} />
        <p>Drop to import</p>
      </div>
    </div>
  );
}

function useDrop(): boolean {
  const [over, setOver] = useState(false);
  const importFiles = useImportFiles();
  const importFolder = useImportFolder();
  useEffect(() => {
    const onOver = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
      setOver(true);
    };
    // Leaving the window is the one leave without a next target.
    const onLeave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const onDrop = (event: DragEvent) => {
      setOver(false);
      if (!event.dataTransfer || event.dataTransfer.files.length === 0) return;
      event.preventDefault();
      // What was dropped is only there until this handler ends.
      const { files, folders } = droppedIn(event.dataTransfer);
      void importFiles(files).then(async () => {
        for (const folder of folders) await importFolder(await folderOf(folder));
      });
    };
    const all = { dragover: onOver, dragenter: onOver, dragleave: onLeave, drop: onDrop } as const;
    return listen(all);
  }, [importFiles, importFolder]);
  return over;
}

function usePaste(): void {
  const importFiles = useImportFiles();
  const importText = useImportText();
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      if (isTextField(event.target)) return;
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length > 0) return void importFiles(files);
      const text = event.clipboardData?.getData("text/plain") ?? "";
      // Only what could be a transcript or a profile: a stray paste must not become one.
      if (/^\s*[[{]/.test(text)) void importText("pasted.jsonl", text);
    };
    return listen({ paste: onPaste });
  }, [importFiles, importText]);
}

type Listeners = { readonly [K in keyof WindowEventMap]?: (event: never) => void };

function listen(listeners: Listeners): () => void {
  const all = Object.entries(listeners) as [string, EventListener][];
  for (const [name, listener] of all) window.addEventListener(name, listener);
  return () => {
    for (const [name, listener] of all) window.removeEventListener(name, listener);
  };
}

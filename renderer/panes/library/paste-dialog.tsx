import { useState } from "react";
import { overlay, useOverlay } from "../../state/overlay.ts";
import { Button } from "../../widgets/button.tsx";
import { Dialog } from "../../widgets/dialog.tsx";
import { formatBytes } from "../../widgets/quantity.tsx";
import { useImportText } from "./use-import-files.ts";

/** Imports text that is pasted: a JSON document or JSON lines. */
export function PasteDialog() {
  const open = useOverlay()?.kind === "paste";
  const [text, setText] = useState("");
  const [name, setName] = useState("pasted.jsonl");
  const importText = useImportText();
  const close = () => overlay.getState().show(undefined);
  const start = () => {
    close();
    // What could not be read stays, to be mended: it may be nowhere else.
    void importText(name.trim() || "pasted.jsonl", text).then((read) => read && setText(""));
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Import pasted text"
      about="A JSON document or JSON lines of any format that Ullage reads. The format is recognised from the content."
      width={680}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button tone="primary" disabled={text.trim() === ""} onClick={start}>
            Import {text === "" ? "" : formatBytes(text.length)}
          </Button>
        </>
      }
    >
      <label className="paste__name">
        Name
        <input className="field" value={name} onChange={(event) => setName(event.target.value)} />
      </label>
      <textarea
        data-first
        className="field paste__text mono"
        aria-label="Transcript text"
        placeholder={'{"messages": [ … ]}'}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </Dialog>
  );
}

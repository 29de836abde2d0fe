import { contextBridge, ipcRenderer, webUtils } from "electron";
import { commandChannel, openDialogChannel, type OpenDialogRequest, portChannel } from "./requests.ts";

/** What the page finds as `window.ullage`. */
export interface ShellBridge {
  readonly shell: "electron";
  /** The path of a dropped or chosen file; empty when it has none. */
  pathForFile(file: File): string;
  /** Shows the system's dialog; gives the chosen paths, none when it was cancelled. */
  openDialog(request: OpenDialogRequest): Promise<string[]>;
  /** Tells the page which of its commands the menu asked for; returns what ends that. */
  onCommand(listener: (command: string) => void): () => void;
}

const bridge: ShellBridge = {
  shell: "electron",
  pathForFile: (file) => webUtils.getPathForFile(file),
  openDialog: (request) => ipcRenderer.invoke(openDialogChannel, request) as Promise<string[]>,
  onCommand(listener) {
    const relay = (_event: unknown, command: unknown) => {
      if (typeof command === "string") listener(command);
    };
    ipcRenderer.on(commandChannel, relay);
    return () => ipcRenderer.off(commandChannel, relay);
  },
};
contextBridge.exposeInMainWorld("ullage", bridge);

// A port cannot go through the bridge; a message to the own window carries it into the page's world.
ipcRenderer.on(portChannel, (event) => {
  window.postMessage(portChannel, "*", event.ports as unknown as Transferable[]);
});

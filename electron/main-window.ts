import path from "node:path";
import { BrowserWindow, type WebPreferences, screen } from "electron";
import { pageAddress } from "./address.ts";
import { readState, restoredState, smallest, type WindowState, writeState } from "./window-state.ts";

/** The page gets nothing but what its preload gives. The spell checker would fetch dictionaries from outside. */
function webPreferences(preload: string): WebPreferences {
  return {
    preload,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webviewTag: false,
    spellcheck: false,
  };
}

function currentState(window: BrowserWindow): WindowState {
  return { ...window.getNormalBounds(), maximized: window.isMaximized() };
}

/** Where the window's parts lie. */
export interface WindowFiles {
  readonly preload: string;
  /** Folder for the window's state. */
  readonly dataFolder: string;
}

/** Opens the one window; `loaded` is called after each load of its page, a reload included. */
export function openMainWindow(files: WindowFiles, loaded: (window: BrowserWindow) => void): BrowserWindow {
  const stateFile = path.join(files.dataFolder, "window.json");
  const screens = screen.getAllDisplays().map((display) => display.workArea);
  const { maximized, ...box } = restoredState(readState(stateFile), screens);
  const window = new BrowserWindow({
    ...box,
    minWidth: smallest.width,
    minHeight: smallest.height,
    show: false,
    title: "Ullage",
    webPreferences: webPreferences(files.preload),
  });
  if (maximized) window.maximize();
  window.webContents.on("did-finish-load", () => loaded(window));
  window.on("close", () => writeState(stateFile, currentState(window)));
  window.once("ready-to-show", () => window.show());
  void window.loadURL(pageAddress);
  return window;
}

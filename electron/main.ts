import path from "node:path";
import {
  BrowserWindow,
  Menu,
  MessageChannelMain,
  type MessagePortMain,
  app,
  dialog,
  ipcMain,
  protocol,
  session,
  utilityProcess,
} from "electron";
import { scheme } from "./address.ts";
import { asksToFollow, filesToOpen, handedFiles, handedFollow, type HandedOver } from "./arguments.ts";
import { serveAsset } from "./assets.ts";
import { guardContents, guardSession } from "./guards.ts";
import { HostProcess } from "./host-process.ts";
import { openMainWindow } from "./main-window.ts";
import { menuBar, menuTemplate, openCommand } from "./menu.ts";
import {
  answerOpenDialog,
  commandChannel,
  dialogProperties,
  openDialogChannel,
  type OpenDialogRequest,
  portChannel,
} from "./requests.ts";

const dist = path.join(import.meta.dirname, "..");

/** Files that were asked for before the host ran. */
let waiting: HandedOver[] = [];
let window: BrowserWindow | undefined;

const host = new HostProcess<MessagePortMain>(
  // No folder is named: the library lies where the command line and the browser shell have it, too.
  () => utilityProcess.fork(path.join(dist, "host", "host.js"), [], { serviceName: "Ullage host" }),
  (code) => void offerRestart(code),
);

/** Opens a channel between a page and the host; the two then talk with no hop through this process. */
function connect(target: BrowserWindow): void {
  const { port1, port2 } = new MessageChannelMain();
  if (host.connect(port1)) target.webContents.postMessage(portChannel, null, [port2]);
}

/** Imports files and shows them; before the host runs they wait for it. */
function openFiles(files: readonly string[], follow = false): void {
  if (!host.open(files, follow)) waiting.push({ files, follow });
}

function startHost(): void {
  host.start();
  for (const { files, follow } of waiting.splice(0)) openFiles(files, follow);
}

async function offerRestart(code: number): Promise<void> {
  const { response } = await dialog.showMessageBox({
    type: "error",
    message: "Ullage's host process has stopped.",
    detail: `Exit code ${code}. What is in the library is safe; an import that was running has left nothing behind.`,
    buttons: ["Restart it", "Quit"],
    defaultId: 0,
    cancelId: 1,
  });
  if (response === 1) return app.quit();
  startHost();
  if (window) connect(window);
}

async function showOpenDialog(request: OpenDialogRequest): Promise<string[]> {
  const options = { properties: dialogProperties(request) };
  const answer = window ? await dialog.showOpenDialog(window, options) : await dialog.showOpenDialog(options);
  return answer.filePaths;
}

/** A command of the menu: the shell's own here, all others in the page. */
function runCommand(command: string): void {
  if (command === openCommand)
    void showOpenDialog({ folders: false, many: true }).then((files) => openFiles(files));
  else window?.webContents.send(commandChannel, command);
}

function showWindow(): void {
  if (!app.isReady()) return;
  if (window) {
    if (window.isMinimized()) window.restore();
    return window.focus();
  }
  const files = { preload: path.join(dist, "preload", "preload.cjs"), dataFolder: app.getPath("userData") };
  window = openMainWindow(files, connect);
  window.on("closed", () => (window = undefined));
}

function ready(): void {
  protocol.handle(scheme, (request) => serveAsset(path.join(dist, "renderer"), request));
  guardSession(session.defaultSession);
  ipcMain.handle(openDialogChannel, (event, value: unknown) =>
    answerOpenDialog(event, value, showOpenDialog),
  );
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(menuBar, process.platform, runCommand)));
  startHost();
  showWindow();
}

function listen(): void {
  app.on("web-contents-created", (_event, contents) => guardContents(contents));
  app.on("second-instance", (_event, _argv, _cwd, data) => {
    showWindow();
    openFiles(handedFiles(data), handedFollow(data));
  });
  app.on("open-file", (event, file) => {
    event.preventDefault();
    openFiles([file]);
  });
  app.on("activate", showWindow);
  app.on("window-all-closed", () => {
    if (process.platform !== "darwin") app.quit();
  });
  app.on("will-quit", () => host.stop());
}

const asked = filesToOpen({
  argv: process.argv,
  cwd: process.cwd(),
  defaultApp: process.defaultApp ?? false,
});
const handOver: HandedOver = { files: asked, follow: asksToFollow({ argv: process.argv }) };
app.enableSandbox();
protocol.registerSchemesAsPrivileged([
  { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
]);
if (app.requestSingleInstanceLock({ ...handOver })) {
  openFiles(asked, handOver.follow);
  listen();
  // Not awaited: Electron becomes ready only after this module has run to its end.
  void app.whenReady().then(ready);
} else {
  app.quit();
}

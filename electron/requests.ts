import { isOwnAddress } from "./address.ts";

/** The one call that the page can make of the main process; everything else goes to the host by its port. */
export const openDialogChannel = "ullage:open-dialog";
/** The channel on which the main process hands a port to the page's preload. */
export const portChannel = "core-port";
/** The channel on which the main process tells the page which command its menu asked for. */
export const commandChannel = "ullage:command";

/** What the page may say about the dialog that it wants. */
export interface OpenDialogRequest {
  readonly folders: boolean;
  readonly many: boolean;
}

/** As much of Electron's event as is needed to know who calls. */
export interface Caller {
  readonly senderFrame: { readonly url: string; readonly parent: unknown } | null;
}

/** True when a call comes from the page itself: its top frame, at its own address. */
export function isTrustedCaller({ senderFrame }: Caller): boolean {
  return senderFrame !== null && senderFrame.parent === null && isOwnAddress(senderFrame.url);
}

/** Reads what the page sent; undefined when it is not exactly such a request. */
export function readOpenDialogRequest(value: unknown): OpenDialogRequest | undefined {
  if (typeof value !== "object" || value === null || Object.keys(value).length !== 2) return undefined;
  const { folders, many } = value as Record<string, unknown>;
  return typeof folders === "boolean" && typeof many === "boolean" ? { folders, many } : undefined;
}

/** The dialog's properties in Electron's words. */
export function dialogProperties(
  request: OpenDialogRequest,
): ("openFile" | "openDirectory" | "multiSelections")[] {
  return [
    request.folders ? "openDirectory" : "openFile",
    ...(request.many ? (["multiSelections"] as const) : []),
  ];
}

/**
 * Answers the page's call for a dialog with the chosen paths; `show` opens it.
 * @throws Error when the caller or the request is not one of ours.
 */
export function answerOpenDialog(
  caller: Caller,
  value: unknown,
  show: (request: OpenDialogRequest) => Promise<string[]>,
): Promise<string[]> {
  if (!isTrustedCaller(caller)) throw new Error("refused: not the app's own page");
  const request = readOpenDialogRequest(value);
  if (!request) throw new Error("refused: not a request for an open dialog");
  return show(request);
}

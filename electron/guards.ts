import type { Session, WebContents } from "electron";
import { isOwnAddress } from "./address.ts";

/** Copying text is the one thing that the page may do beyond its own document; reading the clipboard is not. */
const granted = new Set(["clipboard-sanitized-write"]);

/** Schemes that a request may have: the app's own files and what lies inside the page already. */
const local = new Set(["app:", "blob:", "data:", "devtools:"]);

/** True when a page at `address` may have `permission`. */
export function permits(permission: string, address: string): boolean {
  return granted.has(permission) && isOwnAddress(address);
}

/** True for an address that leaves this machine alone. */
export function isLocalRequest(address: string): boolean {
  return local.has(URL.parse(address)?.protocol ?? "");
}

/** What a navigation guard uses of Electron's event. */
export interface Navigation {
  readonly url: string;
  preventDefault(): void;
}

/** Refuses a navigation that leaves the page, in any frame. */
export function refuseNavigation(event: Navigation): void {
  if (!isOwnAddress(event.url)) event.preventDefault();
}

/** Keeps a page where it is: no other address, no second window, no embedded page. */
export function guardContents(contents: Pick<WebContents, "on" | "setWindowOpenHandler">): void {
  contents.setWindowOpenHandler(() => ({ action: "deny" }));
  contents.on("will-frame-navigate", refuseNavigation);
  contents.on("will-redirect", refuseNavigation);
  contents.on("will-attach-webview", (event) => event.preventDefault());
}

/** Refuses permissions, and every request that would leave this machine. */
export function guardSession(
  session: Pick<Session, "setPermissionRequestHandler" | "setPermissionCheckHandler" | "webRequest">,
): void {
  session.setPermissionRequestHandler((contents, permission, answer) => {
    answer(permits(permission, contents.getURL()));
  });
  session.setPermissionCheckHandler((_contents, permission, origin) => permits(permission, origin));
  session.webRequest.onBeforeRequest((request, answer) => answer({ cancel: !isLocalRequest(request.url) }));
}

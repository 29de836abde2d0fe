import { browserConnection } from "./browser.ts";
import type { Connection } from "../../core/contract/connection.ts";
import { electronConnection } from "./electron.ts";

/** Chooses the connection, once, at the root: the preload's port where there is a preload, else the page's own origin. */
export function chooseConnection(page: Window): Connection {
  return page.ullage ? electronConnection(page, page.ullage) : browserConnection(page.location);
}

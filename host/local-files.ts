import { randomBytes } from "node:crypto";
import type { DiscoveredApp } from "../core/contract/local-files.ts";
import { HostError } from "../core/contract/rpc.ts";
import { discover, type FoundApp, nameOf } from "./discovery/discover.ts";
import type { HomePort } from "./discovery/home-port.ts";

/** The logs of agents on this machine, as windows name them: a window never names a path. */
export class LocalFiles {
  private readonly home: HomePort;
  private paths = new Map<string, string>();

  constructor(home: HomePort) {
    this.home = home;
  }

  /** Lists them anew; the ids of the list before are good no more. */
  async list(): Promise<DiscoveredApp[]> {
    const paths = new Map<string, string>();
    const apps = (await discover(this.home)).map((app) => listed(app, paths));
    this.paths = paths;
    return apps;
  }

  /** The path of a listed file. Throws `not_found`. */
  pathOf(id: string): string {
    const file = this.paths.get(id);
    if (file === undefined)
      throw new HostError("not_found", "This file is not in the last list: look for sessions again");
    return file;
  }
}

function listed({ logs, ...app }: FoundApp, paths: Map<string, string>): DiscoveredApp {
  const files = logs.map((log) => {
    const id = randomBytes(16).toString("hex");
    paths.set(id, log.path);
    return { id, ...nameOf(log), bytes: log.bytes, modified: log.modified };
  });
  return { ...app, files };
}

import path from "node:path";
import type { DiscoveredApp } from "../../core/contract/local-files.ts";
import { type Agent, AGENTS } from "./agents.ts";
import type { HomePort } from "./home-port.ts";
import { type FoundLog, LogWalk } from "./walk.ts";

/** How many logs of one agent are listed: the newest. */
const mostListed = 5000;

/** What was found of one agent, with the paths of its logs. */
export interface FoundApp extends Omit<DiscoveredApp, "files"> {
  readonly logs: readonly FoundLog[];
}

async function discoverAgent({ app, label, folders, ...rest }: Agent, home: HomePort): Promise<FoundApp> {
  const looked = folders(home);
  const walks = looked.map((folder) => new LogWalk({ app, label, folders, ...rest }, folder));
  for (const walk of walks) await walk.run();
  const logs = walks.flatMap(({ found }) => found).toSorted((a, b) => b.modified - a.modified);
  return {
    app,
    label,
    folders: looked,
    present: walks.some(({ present }) => present),
    logs: logs.slice(0, mostListed),
    more: Math.max(0, logs.length - mostListed),
    problems: walks.flatMap(({ problems }) => problems),
  };
}

/** Looks for the logs of every agent that is known. Nothing is opened; a folder that cannot be listed is told. */
export async function discover(home: HomePort): Promise<FoundApp[]> {
  const apps: FoundApp[] = [];
  for (const agent of AGENTS) apps.push(await discoverAgent(agent, home));
  return apps;
}

/** A log's name and the folders that it lies in below its agent's. */
export function nameOf({ below }: FoundLog): { readonly name: string; readonly place: string } {
  const place = path.posix.dirname(below);
  return { name: path.posix.basename(below), place: place === "." ? "" : place };
}

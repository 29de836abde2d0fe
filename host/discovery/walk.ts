import type { Dirent } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { codeOf } from "../failure.ts";
import { shown } from "../files/shown.ts";
import type { Agent } from "./agents.ts";

/** A log that was found. */
export interface FoundLog {
  /** Absolute. */
  readonly path: string;
  /** Its path below the agent's folder, with slashes. */
  readonly below: string;
  readonly bytes: number;
  readonly modified: number;
}

/** Names of files and folders that are looked at below one folder: a home folder may hold anything. */
const mostEntries = 200_000;
const mostProblems = 20;

const reasons: { readonly [code: string]: string } = {
  EACCES: "no permission",
  EPERM: "no permission",
  ELOOP: "its links lead in a circle",
  ENOTDIR: "it is not a folder",
};

/**
 * Looks for an agent's logs below one folder: names, sizes and dates, nothing is opened. A link is followed where it
 * stays below the folder, each folder once.
 */
export class LogWalk {
  readonly found: FoundLog[] = [];
  readonly problems: string[] = [];
  present = false;
  private readonly agent: Agent;
  private readonly folder: string;
  private readonly seen = new Set<string>();
  private entries = 0;
  private root = "";

  constructor(agent: Agent, folder: string) {
    this.agent = agent;
    this.folder = folder;
  }

  async run(): Promise<void> {
    try {
      this.root = await realpath(this.folder);
    } catch (error) {
      if (codeOf(error) !== "ENOENT") this.problem(this.folder, error);
      return;
    }
    this.present = true;
    await this.enter(this.root, "", 0);
  }

  private async enter(folder: string, below: string, depth: number): Promise<void> {
    if (this.seen.has(folder) || depth >= this.agent.depth || this.agent.passOver?.test(below)) return;
    this.seen.add(folder);
    try {
      for (const entry of await readdir(folder, { withFileTypes: true })) {
        if (++this.entries > mostEntries) return this.tooMany();
        await this.look(entry, folder, below, depth);
      }
    } catch (error) {
      this.problem(folder, error);
    }
  }

  private async look(entry: Dirent, folder: string, below: string, depth: number): Promise<void> {
    const inside = below === "" ? entry.name : `${below}/${entry.name}`;
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) return this.enter(place, inside, depth + 1);
    if (entry.isSymbolicLink()) return this.link(place, inside, depth);
    if (entry.isFile() && this.agent.isLog.test(inside)) await this.log(place, inside);
  }

  private async link(place: string, inside: string, depth: number): Promise<void> {
    try {
      const target = await realpath(place);
      const info = await stat(target);
      const concerns = info.isDirectory() || this.agent.isLog.test(inside);
      if (!concerns) return;
      if (!this.isBelow(target)) return this.say(place, "a link that leads out of the folder: not followed");
      if (info.isDirectory()) await this.enter(target, inside, depth + 1);
      else if (info.isFile()) await this.log(target, inside);
    } catch (error) {
      if (codeOf(error) !== "ENOENT") this.problem(place, error);
    }
  }

  private isBelow(target: string): boolean {
    const way = path.relative(this.root, target);
    return way !== "" && way !== ".." && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
  }

  private async log(file: string, below: string): Promise<void> {
    try {
      const { size, mtimeMs } = await stat(file);
      this.found.push({ path: file, below, bytes: size, modified: Math.round(mtimeMs) });
    } catch (error) {
      if (codeOf(error) !== "ENOENT") this.problem(file, error);
    }
  }

  private tooMany(): void {
    this.say(
      this.folder,
      `more than ${mostEntries.toLocaleString("en-GB")} names: the rest was not looked at`,
    );
  }

  private problem(place: string, error: unknown): void {
    this.say(place, reasons[codeOf(error)] ?? (error instanceof Error ? error.message : String(error)));
  }

  private say(place: string, why: string): void {
    const line = `${shown(place)}: ${why}`;
    if (this.problems.length < mostProblems && !this.problems.includes(line)) this.problems.push(line);
  }
}

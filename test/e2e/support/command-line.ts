import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { ThreadRow } from "../../../core/contract/rows.ts";
import type { RunTotals } from "../../../core/contract/run-view.ts";
import type { LedgerEvent } from "../../../core/model/event.ts";
import type { ProfileInput } from "../../../core/model/profile.ts";
import type { WireProvider } from "../../../core/wire/options.ts";
import type { ImportReport } from "../../../core/model/report.ts";

const cli = path.resolve(import.meta.dirname, "../../../dist/cli/cli.js");
const run = promisify(execFile);

/** Messages, tokens and bytes of one side of a step. */
export interface Amounts {
  readonly messages: number;
  readonly tokens: number;
  readonly bytes: number;
}

/** A step as `ullage replay --json` prints it. */
export interface ReplayedStep {
  readonly step: number;
  readonly turn: number;
  readonly messageId: string;
  readonly raw: Amounts;
  readonly request: Amounts & {
    readonly systemTokens: number;
    readonly toolTokens: number;
    readonly summaryTokens: number;
  };
  readonly cache: { readonly prefixTokens: number; readonly breakReason: string | null };
  readonly events: readonly number[];
}

/** What of `ullage replay --json` the journeys hold against the window. */
export interface Replayed {
  readonly steps: readonly ReplayedStep[];
  readonly events: readonly LedgerEvent[];
  readonly totals: RunTotals;
  readonly stores: {
    readonly offload: { readonly checkpointBytes: number };
    readonly page: { readonly entries: readonly { readonly path: string; readonly message: string }[] };
  };
  readonly summary: readonly {
    readonly firedAtStep: number;
    readonly covered: number;
    readonly tokens: number;
    readonly text: string;
  }[];
}

/** The step that a session is opened at: the first whose request is not raw history, else the last. */
export function openedStepOf({ steps }: Replayed): number {
  return steps.find(({ raw, request }) => raw.tokens !== request.tokens)?.step ?? steps.length;
}

/** A step of a run, from 1. */
export function stepOf({ steps }: Replayed, step: number): ReplayedStep {
  const found = steps[step - 1];
  if (!found) throw new Error(`the run has no step ${step}`);
  return found;
}

/** What of `ullage import --json` the journeys hold against the window. */
export interface Imported {
  readonly threads: readonly ThreadRow[];
  readonly report: ImportReport;
}

async function ullage(...args: string[]): Promise<unknown> {
  const { stdout } = await run(process.execPath, [cli, ...args, "--json"], { maxBuffer: 2 ** 28 });
  return JSON.parse(stdout) as unknown;
}

/** `ullage import FILE --json` */
export async function importOf(file: string): Promise<Imported> {
  return (await ullage("import", file)) as Imported;
}

/** Works with a file that holds just this profile, and takes it away again. */
async function withProfile<T>(profile: ProfileInput, work: (given: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), "ullage-profile-"));
  try {
    const given = path.join(folder, "profile.json");
    writeFileSync(given, JSON.stringify(profile));
    return await work(given);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `ullage replay FILE --profile P --json`, P a file that holds just this profile; and what else is given. */
export async function replayOf(
  file: string,
  profile: ProfileInput,
  ...more: readonly string[]
): Promise<Replayed> {
  return withProfile(
    profile,
    async (given) => (await ullage("replay", file, "--profile", given, ...more)) as Replayed,
  );
}

/** `ullage request FILE --profile P --step N --as PROVIDER --json`, P a file that holds just this profile. */
export async function wireBodyOf(
  file: string,
  profile: ProfileInput,
  step: number,
  provider: WireProvider,
): Promise<unknown> {
  return withProfile(profile, (given) =>
    ullage("request", file, "--profile", given, "--step", String(step), "--as", provider),
  );
}

/** What a file that cannot be imported is told, without the command's own name. */
export async function refusalOf(file: string): Promise<string> {
  try {
    await ullage("import", file);
  } catch (error) {
    return String((error as { stderr?: string }).stderr)
      .replace(/^ullage: /, "")
      .trim();
  }
  throw new Error(`${file} was imported`);
}

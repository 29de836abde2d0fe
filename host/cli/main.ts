import { Command, CommanderError } from "commander";
import { failureOf } from "../failure.ts";
import { measureNatively } from "../measure.ts";
import { appVersion } from "../version.ts";
import { checkCommand } from "./check.ts";
import { discoverCommand } from "./discover.ts";
import { exportCommand } from "./export.ts";
import { CommandFailure } from "./failure.ts";
import { importCommand } from "./import.ts";
import { openCommand } from "./open.ts";
import { note, quietOnClosedPipe } from "./output.ts";
import { readCommand } from "./read.ts";
import { replayCommand } from "./replay.ts";
import { requestCommand } from "./request.ts";
import { serveCommand } from "./serve.ts";

const commands = [
  openCommand,
  serveCommand,
  importCommand,
  discoverCommand,
  replayCommand,
  requestCommand,
  readCommand,
  checkCommand,
  exportCommand,
];

/** Bad usage is a CommanderError; its message begins with a word of commander's own. */
function usageFailure(error: CommanderError): void {
  if (error.exitCode === 0) return;
  note(`${error.message.replace(/^error: /, "")}; ullage --help tells more`);
  process.exitCode = 2;
}

function failed(error: unknown): void {
  if (error instanceof CommanderError) return usageFailure(error);
  const failure =
    error instanceof CommandFailure ? error : new CommandFailure(failureOf(error, false).message);
  note(failure.message);
  process.exitCode = failure.exitCode;
}

function program(): Command {
  const top = new Command("ullage")
    .description("A debugger for LLM context management.")
    .version(appVersion())
    .showHelpAfterError(false);
  for (const make of commands) top.addCommand(make());
  for (const command of [top, ...top.commands])
    command.exitOverride().configureOutput({ writeErr: () => undefined, outputError: () => undefined });
  return top;
}

quietOnClosedPipe();
measureNatively();
try {
  if (process.argv.length <= 2) program().outputHelp();
  else await program().parseAsync();
} catch (error) {
  failed(error);
}

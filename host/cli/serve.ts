import { Command } from "commander";
import { announce, runServer } from "../run-server.ts";
import { CommandFailure } from "./failure.ts";
import { print, printJson } from "./output.ts";

interface ServeArguments {
  readonly port: number;
  readonly host?: string;
  readonly data?: string;
  readonly follow?: true;
  readonly json?: true;
}

function portNumber(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new CommandFailure(`--port wants a number from 0 to 65535, not ${text}`);
  return Number(text);
}

async function serve(
  files: readonly string[],
  { port, host, data, follow, json }: ServeArguments,
): Promise<void> {
  const started = await runServer({ files, follow: follow ?? false, port, host, data });
  if ("error" in started) throw new CommandFailure(started.error);
  if (json) printJson({ url: started.server.newLink() });
  else
    announce(started.server, (link) =>
      print(`open ${link}\n(the link works once; Enter gives a new one, Ctrl-C ends)`),
    );
  await started.stopped;
  process.exit(0);
}

/** `ullage serve` */
export function serveCommand(): Command {
  return new Command("serve")
    .description("the window in a browser; prints its address with a one-time token")
    .argument("[files...]", "transcripts to open")
    .option("--port <port>", "the port; any that is free without it", portNumber, 0)
    .option("--host <host>", "localhost, or the address to listen on; 127.0.0.1 without it")
    .option("--data <folder>", "the folder of the library")
    .option("--follow", "go on with these files as they grow")
    .option("--json", "the address as one JSON document")
    .action(serve);
}

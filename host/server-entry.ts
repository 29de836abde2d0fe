import { parseArgs } from "node:util";
import { shown } from "./files/shown.ts";
import { announce, runServer, type ServerRequest } from "./run-server.ts";

/** Reads `--open FILE` (any number of times), `--follow`, `--port`, `--host`, `--data`. Throws for anything else. */
function readArguments(args: string[]): ServerRequest {
  const { values } = parseArgs({
    args,
    options: {
      open: { type: "string", multiple: true, default: [] },
      follow: { type: "boolean", default: false },
      port: { type: "string", default: "0" },
      host: { type: "string" },
      data: { type: "string" },
    },
  });
  if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535)
    throw new Error("--port wants a number from 0 to 65535");
  const { open: files, follow, port, host, data } = values;
  return { files, follow, port: Number(port), host, data };
}

function giveUp(reason: string): never {
  process.stderr.write(`ullage: ${shown(reason)}\n`);
  process.exit(2);
}

let request: ServerRequest;
try {
  request = readArguments(process.argv.slice(2));
} catch (error) {
  giveUp(error instanceof Error ? error.message : String(error));
}
const started = await runServer(request);
if ("error" in started) giveUp(started.error);
announce(started.server, (line) => process.stdout.write(`Ullage: open ${line}\n`));
await started.stopped;
process.exit(0);

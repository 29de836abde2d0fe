import path from "node:path";

/**
 * What the caller asked of the launcher.
 * @typedef {{ files: string[], shell: "any" | "browser" | "electron", open: boolean, follow: boolean, port?: number }} StartOptions
 */

/** A port number or undefined for words that are none. @type {(word: string | undefined) => number | undefined} */
function parsePort(word) {
  const port = /^\d{1,5}$/.test(word ?? "") ? Number(word) : NaN;
  return port <= 65_535 ? port : undefined;
}

/**
 * Reads the launcher's arguments; file names are resolved against the caller's directory.
 * @type {(args: string[], directory: string) => StartOptions | { error: string }}
 */
export function parseStartArguments(args, directory) {
  /** @type {StartOptions} */
  const options = { files: [], shell: "any", open: true, follow: false };
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? "";
    if (arg === "--browser" || arg === "--electron")
      options.shell = arg === "--browser" ? "browser" : "electron";
    else if (arg === "--no-open") options.open = false;
    else if (arg === "--follow") options.follow = true;
    else if (arg === "--port" || arg.startsWith("--port=")) {
      const port = parsePort(arg === "--port" ? args[++at] : arg.slice("--port=".length));
      if (port === undefined) return { error: "--port wants a number from 0 to 65535" };
      options.port = port;
    } else if (arg === "--")
      return {
        ...options,
        files: [...options.files, ...args.slice(at + 1).map((f) => path.resolve(directory, f))],
      };
    else if (arg.startsWith("-"))
      return {
        error: `unknown option ${arg}; there are --browser, --electron, --no-open, --follow, --port N`,
      };
    else options.files.push(path.resolve(directory, arg));
  }
  return options;
}

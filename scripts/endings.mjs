import process from "node:process";

/**
 * Calls `stop` when the launcher is to end: by a signal, or because npm is gone. npm hands a signal on to the shell
 * that it started us with, and that shell does not hand it on.
 * @type {(stop: () => void) => void}
 */
export function onEnd(stop) {
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) process.on(signal, stop);
  if (process.env["npm_lifecycle_event"] !== "start" || process.platform === "win32") return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, 1000);
  timer.unref();
}

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../../..");

/** How a server is started. */
export interface AppServerOptions {
  /** Folder of the library. */
  readonly data: string;
  /** Without it, any that is free. */
  readonly port?: number;
  /** Files that are imported and opened at the start. */
  readonly open?: readonly string[];
  /** True to go on with those files as they grow. */
  readonly follow?: boolean;
  /** The home folder, where logs of agents are looked for; without it, the real one. */
  readonly home?: string;
}

/** Resolves with the next message of a child; rejects when the child ends instead. */
function nextMessage(child: ChildProcess): Promise<Record<string, unknown>> {
  const end = new AbortController();
  const message = once(child, "message", { signal: end.signal }) as Promise<[Record<string, unknown>]>;
  const exit = once(child, "exit", { signal: end.signal }).then(([code]) => {
    throw new Error(`the server ended with ${String(code)} before it answered`);
  });
  return Promise.race([message.then(([told]) => told), exit]).finally(() => end.abort());
}

/** The environment of somebody whose home folder is this one. */
function homeOf(home: string): NodeJS.ProcessEnv {
  const moved = ["CLAUDE_CONFIG_DIR", "CODEX_HOME", "PI_CODING_AGENT_DIR", "XDG_DATA_HOME"];
  const rest = Object.entries(process.env).filter(([name]) => !moved.includes(name));
  return { ...Object.fromEntries(rest), HOME: home, USERPROFILE: home };
}

/** The built server as a process of its own, as `npm start` starts it. */
export class AppServer {
  private readonly child: ChildProcess;
  /** Opens the window once. */
  readonly link: string;

  private constructor(child: ChildProcess, link: string) {
    this.child = child;
    this.link = link;
  }

  /** Starts the server and waits until it can be opened. */
  static async start(options: AppServerOptions): Promise<AppServer> {
    const { data, port = 0, open = [], follow = false, home } = options;
    const files = open.flatMap((file) => ["--open", file]);
    const args = ["--data", data, "--port", String(port), ...files, ...(follow ? ["--follow"] : [])];
    const child = fork(path.join(root, "dist/server/server.js"), args, {
      cwd: root,
      env: home === undefined ? process.env : homeOf(home),
      execArgv: [],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    const { ready } = await nextMessage(child);
    return new AppServer(child, String(ready));
  }

  /** `http://host:port` */
  get origin(): string {
    return new URL(this.link).origin;
  }

  get port(): number {
    return Number(new URL(this.link).port);
  }

  /** Another link: each opens one window. */
  async newLink(): Promise<string> {
    this.child.send("link");
    return String((await nextMessage(this.child))["link"]);
  }

  /** Ends it at once, as a power cut would. */
  kill(): Promise<void> {
    return this.end("SIGKILL");
  }

  /** Asks it to end in order. */
  stop(): Promise<void> {
    return this.end("SIGTERM");
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = once(this.child, "exit");
    this.child.kill(signal);
    await gone;
  }
}

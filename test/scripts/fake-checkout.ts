import { type ChildProcess, spawn } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");

/** How a program ended, and what it said. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A checkout with the real scripts and command and made-up bundles, installed and built as far as they can tell. */
export class FakeCheckout {
  readonly top = realpathSync(mkdtempSync(path.join(tmpdir(), "ullage-checkout-")));

  constructor() {
    for (const folder of ["scripts", "bin"])
      cpSync(path.join(root, folder), path.join(this.top, folder), { recursive: true });
    this.write("package.json", '{ "type": "module" }');
    this.write("vite.config.ts", "");
    this.write("package-lock.json", '{ "packages": { "": {} } }');
    this.write("node_modules/.package-lock.json", '{ "packages": {} }');
    this.age("vite.config.ts", -60);
    this.age("package-lock.json", -60);
  }

  write(file: string, text: string): string {
    const at = path.join(this.top, file);
    mkdirSync(path.dirname(at), { recursive: true });
    writeFileSync(at, text);
    return at;
  }

  /** Sets a file's modification to some seconds from now. */
  age(file: string, seconds: number): void {
    const when = Date.now() / 1000 + seconds;
    utimesSync(path.join(this.top, file), when, when);
  }

  /** A bundle that counts as built just now. */
  bundle(name: string, file: string, code: string): void {
    this.write(`dist/${name}/${file}`, code);
    this.write(`dist/${name}/.built`, "");
  }

  /** All bundles, the server among them: it listens to nothing and says that it is ready. */
  bundles(): void {
    for (const name of ["renderer", "main", "preload", "host", "workers", "cli"])
      this.bundle(name, "x.js", "");
    const code = `process.send({ ready: "http://127.0.0.1:1/?token=t&args=" + process.argv.slice(2).join(",") });
      const timer = setInterval(() => {}, 1000); process.on("SIGTERM", () => { clearInterval(timer); process.exit(0); });`;
    this.bundle("server", "server.js", code);
  }

  /** A program in the checkout's own folder of programs. */
  program(file: string, script: string): string {
    const at = this.write(file, `#!/bin/sh\n${script}\n`);
    chmodSync(at, 0o755);
    return at;
  }

  /** Runs a script of the checkout; `started` is given the process and what it has said so far, whenever it speaks. */
  run(
    args: readonly string[],
    options: { env?: Record<string, string | undefined>; cwd?: string } = {},
    spoke: (child: ChildProcess, out: string) => void = () => {},
  ): Promise<Ended> {
    const env = {
      ...process.env,
      DISPLAY: "",
      WAYLAND_DISPLAY: "",
      npm_lifecycle_event: undefined,
      ...options.env,
    };
    const child = spawn(process.execPath, [...args], { cwd: options.cwd ?? this.top, env });
    let out = "";
    let err = "";
    child.stdout.on("data", (chunk: Buffer) => spoke(child, (out += chunk.toString())));
    child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
    return new Promise((resolve) => child.on("close", (code) => resolve({ code, out, err })));
  }

  remove(): void {
    rmSync(this.top, { recursive: true, force: true });
  }
}

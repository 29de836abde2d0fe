/** As much of Electron's UtilityProcess as is used; `Port` is its MessagePortMain. */
export interface HostChild<Port> {
  postMessage(message: unknown, transfer: Port[]): void;
  on(event: "exit", listener: (code: number) => void): unknown;
  kill(): boolean;
}

/** What the main process tells the host's process; a connection's port comes along in the transfer list. */
export type HostMessage =
  | { readonly type: "connect" }
  | { readonly type: "open"; readonly files: readonly string[]; readonly follow: boolean };

/** The host in its own process: an own heap, and a crash there leaves the window standing. */
export class HostProcess<Port> {
  readonly #fork: () => HostChild<Port>;
  readonly #crashed: (code: number) => void;
  #child: HostChild<Port> | undefined;
  #stopping = false;

  /** `crashed` is called once for each end that nobody asked for; the host is started again with `start`. */
  constructor(fork: () => HostChild<Port>, crashed: (code: number) => void) {
    this.#fork = fork;
    this.#crashed = crashed;
  }

  /** True while there is a process to talk to. */
  get running(): boolean {
    return this.#child !== undefined;
  }

  /** Starts the process unless it runs. */
  start(): void {
    if (this.#child || this.#stopping) return;
    const child = this.#fork();
    this.#child = child;
    child.on("exit", (code) => {
      if (this.#child !== child) return;
      this.#child = undefined;
      if (!this.#stopping) this.#crashed(code);
    });
  }

  /** Gives the host one end of a connection; false when there is no host to take it. */
  connect(port: Port): boolean {
    return this.#tell({ type: "connect" }, [port]);
  }

  /** Asks the host to import files, to show them and perhaps to follow them; false when there is no host. */
  open(files: readonly string[], follow = false): boolean {
    return files.length === 0 || this.#tell({ type: "open", files, follow });
  }

  /** Ends the process for good. */
  stop(): void {
    this.#stopping = true;
    this.#child?.kill();
    this.#child = undefined;
  }

  #tell(message: HostMessage, transfer: Port[] = []): boolean {
    // Always a list: Electron refuses an explicit undefined.
    this.#child?.postMessage(message, transfer);
    return this.#child !== undefined;
  }
}

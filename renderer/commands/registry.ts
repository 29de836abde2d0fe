import { createStore } from "zustand/vanilla";

/** A group of commands in the palette and the help. */
export type CommandGroup = "Navigate" | "Profile" | "View" | "Library" | "Help";

/** Something that can be done: the one record behind its key, its palette entry, its menu entry and its help line. */
export interface Command {
  readonly id: string;
  readonly title: string;
  readonly group: CommandGroup;
  /** Combinations such as `mod+k`, `j`, `[`; `mod` is Ctrl, on a Mac the command key. Any of them runs it. */
  readonly keys?: readonly string[];
  /** Whether it can run now. */
  readonly when?: () => boolean;
  /** Its keys work everywhere: in a text field, and while something lies over the window. */
  readonly everywhere?: boolean;
  /** Its keys also work in a field that holds nothing typed and not yet taken over (`data-settled`). */
  readonly inSettledFields?: boolean;
  /** What more the help says of it. */
  readonly about?: string;
  /** Left out of the palette: it makes sense as a key alone. */
  readonly hidden?: boolean;
  readonly run: () => void;
}

/** All commands there are. */
export class CommandRegistry {
  readonly #commands = createStore<{ readonly all: readonly Command[] }>()(() => ({ all: [] }));
  readonly subscribe = this.#commands.subscribe;
  readonly list = (): readonly Command[] => this.#commands.getState().all;

  /** Adds commands; the returned function takes them back. An id that is taken throws. */
  register(...commands: readonly Command[]): () => void {
    const taken = new Set(this.list().map((command) => command.id));
    const twice = commands.find((command) => taken.has(command.id));
    if (twice) throw new Error(`command ${twice.id} is there already`);
    this.#commands.setState({ all: [...this.list(), ...commands] });
    return () =>
      this.#commands.setState({ all: this.list().filter((command) => !commands.includes(command)) });
  }

  find(id: string): Command | undefined {
    return this.list().find((command) => command.id === id);
  }

  /** Runs a command if it is there and can run now. */
  run(id: string): boolean {
    const command = this.find(id);
    if (!command || command.when?.() === false) return false;
    command.run();
    return true;
  }
}

/** The window's commands. */
export const commands = new CommandRegistry();

import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { MessageAddress } from "../../core/contract/run-view.ts";
import { NO_ROWS, type OpenRows, withRow } from "./open-rows.ts";
import { NO_FOLDING, type TurnFolding, withTurn } from "./folding.ts";

/** Which of the two columns a selected message was chosen in. */
export type Side = "raw" | "sent";

/** The step of a thread that is opened for the first time, until its run tells which says most. */
export const UNCHOSEN = 0;

/** What is looked at: the whole of it is in the window's address. */
export interface Selection {
  readonly transcript: number | undefined;
  readonly thread: string | undefined;
  /** From 1, or UNCHOSEN. May be past the end of the thread: `useCurrent` gives the step that is shown. */
  readonly step: number;
  readonly message: MessageAddress | undefined;
  readonly side: Side;
  /** The step that requests are compared with; undefined: the one before. */
  readonly pinned: number | undefined;
  /** The profile whose run requests are compared with, by its row's id; undefined: the run that is shown. */
  readonly against: string | undefined;
  /** The steps that the timeline shows; undefined: all of them. */
  readonly zoom: StepSpan | undefined;
  /** The turns that are folded in the columns. */
  readonly turns: TurnFolding;
  /** True while what the summary covers is folded. */
  readonly coverFolded: boolean;
  /** The rows of the columns that show the beginning of their texts. */
  readonly openRows: OpenRows;
  /** True while the columns stay at the end of the request. */
  readonly atEnd: boolean;
  /** The message at the top of what the columns show; undefined while they show the end of the request. */
  readonly top: MessageAddress | undefined;
}

/** Steps from 1, both ends inclusive. */
export interface StepSpan {
  readonly from: number;
  readonly to: number;
}

/** What can be done to the selection. */
export interface SelectionActions {
  /**
   * Opens a thread of a transcript: at a step, else as it was left, else where its run says most. No thread: the one
   * that was looked at last.
   */
  readonly open: (transcript: number, thread: string | undefined, step?: number) => void;
  /** Closes what is open, and forgets where one was in it. */
  readonly close: () => void;
  readonly goToStep: (step: number) => void;
  readonly select: (message: MessageAddress | undefined, side?: Side) => void;
  readonly pin: (step: number | undefined) => void;
  readonly compareWith: (profile: string | undefined) => void;
  /** Shows some steps on the timeline; undefined shows all. */
  readonly zoomTo: (zoom: StepSpan | undefined) => void;
  readonly foldTurns: (turns: TurnFolding) => void;
  /** Opens a turn among folded ones, or folds it again. */
  readonly toggleTurn: (turn: number) => void;
  readonly foldCover: (folded: boolean) => void;
  /** Opens a row of the columns, or closes it again. */
  readonly toggleRow: (key: string) => void;
  readonly stayAtEnd: (atEnd: boolean) => void;
  /** Notes what the columns were scrolled to. */
  readonly scrolledTo: (top: MessageAddress | undefined) => void;
  /** Takes over a selection from the address. */
  readonly restore: (selection: Partial<Selection>) => void;
}

/** The selection's store. */
export type SelectionStore = StoreApi<Selection & SelectionActions>;

const NOTHING: Selection = {
  transcript: undefined,
  thread: undefined,
  step: UNCHOSEN,
  message: undefined,
  side: "raw",
  pinned: undefined,
  against: undefined,
  zoom: undefined,
  turns: NO_FOLDING,
  coverFolded: false,
  openRows: NO_ROWS,
  atEnd: false,
  top: undefined,
};

/** Threads are left and come back to: each keeps what was looked at in it, as long as the window lives. */
class Places {
  readonly #left = new Map<string, Selection>();

  /** Notes what is looked at. */
  leave(now: Selection): void {
    const { transcript, thread } = now;
    if (transcript === undefined) return;
    this.#left.set(`${transcript}/${thread ?? ""}`, now);
    this.#left.set(`${transcript}`, now);
  }

  /** Forgets a transcript that is gone. */
  forget(transcript: number | undefined): void {
    for (const key of this.#left.keys())
      if (key.split("/", 1)[0] === String(transcript)) this.#left.delete(key);
  }

  /** A thread as it was left; without one, the transcript. */
  of(transcript: number, thread: string | undefined): Selection {
    const key = thread === undefined ? `${transcript}` : `${transcript}/${thread}`;
    return this.#left.get(key) ?? { ...NOTHING, transcript, thread };
  }
}

/** Makes a selection store. */
export function createSelection(): SelectionStore {
  const places = new Places();
  return createStore<Selection & SelectionActions>()((set, get) => ({
    ...NOTHING,
    open(transcript, thread, step) {
      const now = get();
      const same = now.transcript === transcript && (thread === undefined || now.thread === thread);
      if (same) return step === undefined ? undefined : set({ step });
      places.leave(now);
      set(step === undefined ? places.of(transcript, thread) : { ...NOTHING, transcript, thread, step });
    },
    close() {
      places.forget(get().transcript);
      set(NOTHING);
    },
    goToStep: (asked) =>
      set(({ zoom }) => {
        const step = Math.max(1, Math.round(asked));
        return { step, zoom: zoom && holding(zoom, step) };
      }),
    select: (message, side) => set((now) => ({ message, side: side ?? now.side })),
    pin: (pinned) => set({ pinned }),
    compareWith: (against) => set({ against }),
    zoomTo: (zoom) => set({ zoom }),
    foldTurns: (turns) => set({ turns }),
    toggleTurn: (turn) => set(({ turns }) => ({ turns: withTurn(turns, turn) })),
    foldCover: (coverFolded) => set({ coverFolded }),
    toggleRow: (key) => set(({ openRows }) => ({ openRows: withRow(openRows, key) })),
    stayAtEnd: (atEnd) => set({ atEnd }),
    scrolledTo: (top) => {
      if (!sameAddress(get().top, top)) set({ top });
    },
    restore(selection) {
      places.leave(get());
      set({ ...NOTHING, ...selection });
    },
  }));
}

/** The steps that a timeline shows, moved so that one step is among them. */
function holding(zoom: StepSpan, step: number): StepSpan {
  const by = step < zoom.from ? step - zoom.from : step > zoom.to ? step - zoom.to : 0;
  return by === 0 ? zoom : { from: zoom.from + by, to: zoom.to + by };
}

/** The window's selection. */
export const selection: SelectionStore = createSelection();

/** Reads the window's selection. */
export function useSelection<T>(pick: (state: Selection & SelectionActions) => T): T {
  return useStore(selection, pick);
}

/** True when two addresses name the same message. */
export function sameAddress(a: MessageAddress | undefined, b: MessageAddress | undefined): boolean {
  if (!a || !b) return a === b;
  if ("index" in a) return "index" in b && a.index === b.index;
  if ("special" in a) return "special" in b && a.special === b.special;
  return "inserted" in b && a.inserted === b.inserted;
}

/** Calls whenever another thread is opened than the one before. The returned function ends it. */
export function whenThreadChanges(of: SelectionStore, call: () => void): () => void {
  return of.subscribe((now, before) => {
    if (isAnotherThread(now, before)) call();
  });
}

/** Calls whenever another message is chosen than the one before. The returned function ends it. */
export function whenMessageChanges(of: SelectionStore, call: () => void): () => void {
  return of.subscribe((now, before) => {
    if (isAnotherThread(now, before) || !sameAddress(now.message, before.message)) call();
  });
}

/** A thread that was not named is the same once it is. */
function isAnotherThread(now: Selection, before: Selection): boolean {
  const another = before.thread !== undefined && now.thread !== before.thread;
  return now.transcript !== before.transcript || another;
}

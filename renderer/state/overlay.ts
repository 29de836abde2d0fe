import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { FolderResult } from "../../core/contract/folder.ts";
import type { ProfileRow } from "../../core/contract/methods.ts";

/** What may lie over the window, one at a time. A report is of a transcript; a name is for the draft, or for a row. */
export type Overlay =
  | { readonly kind: "palette" }
  | { readonly kind: "help" }
  | { readonly kind: "go-to-step"; readonly typed: string }
  | { readonly kind: "paste" }
  | { readonly kind: "report"; readonly transcript: number }
  | { readonly kind: "folder-report"; readonly result: FolderResult }
  | { readonly kind: "discover" }
  | { readonly kind: "ground-truth" }
  | { readonly kind: "profile-name"; readonly row?: ProfileRow }
  | { readonly kind: "about" };

/** The store of what lies over the window. */
export interface OverlayState {
  readonly overlay: Overlay | undefined;
  readonly show: (overlay: Overlay | undefined) => void;
}

/** The window's overlay. */
export const overlay: StoreApi<OverlayState> = createStore<OverlayState>()((set) => ({
  overlay: undefined,
  show: (next) => set({ overlay: next }),
}));

/** Reads the window's overlay. */
export function useOverlay(): Overlay | undefined {
  return useStore(overlay, (state) => state.overlay);
}

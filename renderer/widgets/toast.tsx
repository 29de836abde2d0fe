import { useEffect } from "react";
import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import { Button, IconButton } from "./button.tsx";
import "./toast.css";

/** A message that comes up in a corner and goes by itself, unless it is about an error. */
export interface Toast {
  readonly id: number;
  readonly tone: "info" | "ok" | "error";
  readonly title: string;
  readonly detail?: string;
  readonly action?: { readonly label: string; readonly run: () => void };
  /** Milliseconds until it goes; undefined: it stays. */
  readonly stays: number | undefined;
}

/** The store of the messages that are up. */
export interface ToastState {
  readonly toasts: readonly Toast[];
}

const store: StoreApi<ToastState> = createStore<ToastState>()(() => ({ toasts: [] }));
let next = 1;

/** Shows a message; the returned function takes it away. */
export function toast(message: Omit<Toast, "id" | "stays"> & { readonly stays?: number }): () => void {
  const id = next++;
  const stays = message.stays ?? (message.tone === "error" ? undefined : 7000);
  store.setState(({ toasts }) => ({ toasts: [...toasts.slice(-3), { ...message, id, stays }] }));
  return () => drop(id);
}

function drop(id: number): void {
  store.setState(({ toasts }) => ({ toasts: toasts.filter((one) => one.id !== id) }));
}

/** Where the messages come up. Once in the window. */
export function Toaster() {
  const toasts = useStore(store, (state) => state.toasts);
  return (
    <section className="toaster" aria-label="Messages" aria-live="polite">
      {toasts.map((one) => (
        <ToastView key={one.id} toast={one} />
      ))}
    </section>
  );
}

function ToastView({ toast: one }: { readonly toast: Toast }) {
  const { id, stays, action } = one;
  useEffect(() => {
    if (stays === undefined) return;
    const timer = setTimeout(() => drop(id), stays);
    return () => clearTimeout(timer);
  }, [id, stays]);
  const act = () => {
    drop(id);
    action?.run();
  };
  return (
    <div className={`toast toast--${one.tone}`} role={one.tone === "error" ? "alert" : "status"}>
      <div className="toast__text">
        <p className="toast__title">{one.title}</p>
        {one.detail ? <p className="toast__detail">{one.detail}</p> : null}
      </div>
      {action ? (
        <Button small onClick={act}>
          {action.label}
        </Button>
      ) : null}
      <IconButton icon="close" label="Dismiss" small onClick={() => drop(id)} />
    </div>
  );
}

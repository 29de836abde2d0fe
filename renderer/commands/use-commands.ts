import { useSyncExternalStore } from "react";
import { type Command, commands } from "./registry.ts";

/** Every command there is now. */
export function useCommands(): readonly Command[] {
  return useSyncExternalStore(commands.subscribe, commands.list);
}

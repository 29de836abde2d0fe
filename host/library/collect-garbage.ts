import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

type Collect = () => void;

let collect: Collect | undefined;

/**
 * Frees what is not needed any more. By itself the engine lets garbage pile up to several times what is in use while a
 * large file is read, the more so the busier the machine is.
 */
export function collectGarbage(): void {
  if (!collect) {
    setFlagsFromString("--expose-gc");
    collect = runInNewContext("typeof gc === 'function' ? gc : () => undefined") as Collect;
    setFlagsFromString("--no-expose-gc");
  }
  collect();
}

/** So many bytes more in use are let pile up. */
const piledBytes = 32 * 2 ** 20;

function usedBytes(): number {
  const young = getHeapSpaceStatistics().filter(({ space_name: name }) => name.startsWith("new_"));
  const { used_heap_size, external_memory } = getHeapStatistics();
  return young.reduce((sum, { space_used_size: size }) => sum - size, used_heap_size + external_memory);
}

/** Frees what is not needed any more, each time that much may have piled up since the last time. */
export class Collector {
  private left = usedBytes();

  /** To be called again and again: mostly, it only looks. */
  look(): void {
    if (usedBytes() < this.left + piledBytes) return;
    collectGarbage();
    this.left = usedBytes();
  }
}

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

type Collector = () => void;

let collector: Collector | undefined;

/**
 * Frees what is not needed any more. By itself the engine lets garbage pile up to several times what is in use while a
 * large file is read, the more so the busier the machine is.
 */
export function collectGarbage(): void {
  if (!collector) {
    setFlagsFromString("--expose-gc");
    collector = runInNewContext("typeof gc === 'function' ? gc : () => undefined") as Collector;
    setFlagsFromString("--no-expose-gc");
  }
  collector();
}

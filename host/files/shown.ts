/** A path or name for a message of one line: the core's, where everything else of the host finds it. */
export { shown } from "../../core/lib/shown.ts";

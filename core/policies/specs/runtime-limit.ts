import type { PolicySpec } from "../parameter.ts";
import { KIB, MIB, bytesParam } from "./bytes-param.ts";

/** `runtime-limit` (policies, 2.5). */
export const RUNTIME_LIMIT: PolicySpec = {
  kind: "runtime-limit",
  title: "Runtime limit",
  summary:
    "The runtime's own cut: whole lines from the head, then a notice. It acts before every other policy.",
  params: [
    bytesParam(
      "maxBytes",
      "Most bytes",
      50 * KIB,
      "A result is cut to this size, its notice included.",
      4 * MIB,
    ),
    {
      key: "maxLines",
      label: "Most lines",
      help: "A result is cut to this many lines; the notice comes on top.",
      type: "integer",
      unit: "lines",
      min: 0,
      default: 2000,
      slider: { min: 1, max: 100_000, scale: "log" },
    },
  ],
};

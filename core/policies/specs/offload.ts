import type { PolicySpec } from "../parameter.ts";
import { MIB, bytesParam } from "./bytes-param.ts";

/** `offload` (policies, 2.1). */
export const OFFLOAD: PolicySpec = {
  kind: "offload",
  title: "Offload",
  summary: "Keeps a large tool result in the state and shows the model a header and its first lines.",
  params: [
    {
      key: "thresholdTokens",
      label: "Threshold",
      help: "A result whose text is over this many estimated tokens (chars4) is offloaded.",
      type: "integer",
      unit: "tokens",
      min: 1000,
      default: 20_000,
      slider: { min: 1000, max: 200_000, scale: "log" },
    },
    {
      ...bytesParam(
        "maxResultBytes",
        "Bytes kept of one result",
        MIB,
        "A stored result is cut to this size.",
      ),
      min: 1,
    },
    {
      ...bytesParam(
        "maxTotalBytes",
        "Bytes kept in all",
        16 * MIB,
        "The stored results together, as a checkpoint holds them: past it the oldest are evicted.",
        64 * MIB,
      ),
      min: 1,
    },
    {
      key: "previewLines",
      label: "First lines shown",
      help: "How many of the first lines stand in the preview.",
      type: "integer",
      unit: "lines",
      min: 0,
      default: 10,
      slider: { min: 0, max: 100, scale: "linear" },
    },
    {
      key: "previewLineChars",
      label: "Characters a line",
      help: "A line of the preview is cut to this many UTF-16 units.",
      type: "integer",
      unit: "chars",
      min: 1,
      default: 1000,
      slider: { min: 10, max: 10_000, scale: "log" },
    },
    {
      key: "tailLines",
      label: "Last lines shown",
      help: "How many of the last lines stand in the preview: failures are often there.",
      type: "integer",
      unit: "lines",
      min: 0,
      default: 0,
      slider: { min: 0, max: 100, scale: "linear" },
    },
  ],
};

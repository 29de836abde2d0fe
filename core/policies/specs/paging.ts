import type { PolicySpec } from "../parameter.ts";
import { KIB, bytesParam } from "./bytes-param.ts";

/** `paging` (policies, 2.6). */
export const PAGING: PolicySpec = {
  kind: "paging",
  title: "Paging",
  summary:
    "Shows the first window of a large result and keeps the whole in memory, to be read window by window.",
  params: [
    bytesParam("thresholdBytes", "Page over", 64 * KIB, "A result over this size is paged."),
    bytesParam(
      "pageBytes",
      "Page size",
      32 * KIB,
      "A window of whole lines is at most this size, its trailer not counted. 0 means 1.",
    ),
  ],
};

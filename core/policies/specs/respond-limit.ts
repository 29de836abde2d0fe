import type { PolicySpec } from "../parameter.ts";
import { KIB, MIB, bytesParam } from "./bytes-param.ts";

/** `respond-limit` (policies, 2.3). */
export const RESPOND_LIMIT: PolicySpec = {
  kind: "respond-limit",
  title: "Response limit",
  summary: "Saves a large successful result in the attachment store and shows the model an excerpt of it.",
  params: [
    {
      ...bytesParam(
        "maxResponseBytes",
        "Largest response",
        32 * KIB,
        "A result over this size is limited.",
        MIB,
      ),
      zeroIsDefault: true,
    },
    {
      ...bytesParam(
        "maxSummaryBytes",
        "Largest excerpt",
        2 * KIB,
        "The excerpt is at most this size.",
        256 * KIB,
      ),
      zeroIsDefault: true,
    },
    {
      key: "store",
      label: "Attachment store",
      help: "Whether the full result is saved. Without a store it is discarded after the excerpt.",
      type: "boolean",
      default: true,
    },
  ],
};

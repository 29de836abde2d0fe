import type { PolicySpec } from "../parameter.ts";

/** `attachments` (policies, 2.4). */
export const ATTACHMENTS: PolicySpec = {
  kind: "attachments",
  title: "Attachments",
  summary: "Saves inline images, audio and files in the attachment store and keeps references in history.",
  params: [],
};

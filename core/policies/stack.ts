import type { PolicyConfig, Profile } from "../model/profile.ts";
import { createAttachments } from "./attachments.ts";
import { createClearToolUses } from "./clear-tool-uses.ts";
import type { Middleware } from "./middleware.ts";
import { createOffload } from "./offload.ts";
import { POLICY_SPECS } from "./parameters.ts";
import type { ReadingTools } from "./reader-call.ts";
import { createPaging } from "./paging.ts";
import { createRespondLimit } from "./respond-limit.ts";
import { createRuntimeLimit } from "./runtime-limit.ts";
import { createSpill } from "./spill.ts";
import { stackOrder } from "./stack-order.ts";
import { createSummarize } from "./summarize.ts";
import { createWindow } from "./window.ts";

/** How reading tools are named in a profile: as its spill policy says, else by default. */
export function readingTools(profile: Profile): ReadingTools {
  const spill = profile.policies.find((policy) => policy.kind === "spill");
  if (spill) return spill;
  const named = (key: string): readonly string[] =>
    POLICY_SPECS.spill.params.find((param) => param.key === key)?.default as readonly string[];
  const readArgs = {
    path: named("readArgs.path"),
    offset: named("readArgs.offset"),
    limit: named("readArgs.limit"),
  };
  return { readTools: named("readTools"), readArgs };
}

function create(config: PolicyConfig, reading: ReadingTools, profile: Profile): Middleware {
  switch (config.kind) {
    case "offload":
      return createOffload(config, reading, {
        withSummary: profile.policies.some(({ kind }) => kind === "summarize"),
      });
    case "spill":
      return createSpill(config);
    case "respond-limit":
      return createRespondLimit(config, reading);
    case "attachments":
      return createAttachments(reading);
    case "runtime-limit":
      return createRuntimeLimit(config, reading);
    case "paging":
      return createPaging(config, reading);
    case "summarize":
      return createSummarize(config);
    case "window":
      return createWindow(config);
    case "clear-tool-uses":
      return createClearToolUses(config);
  }
}

/** The stack of a profile, the first outermost. A new policy is one file and one line here. */
export function createStack(profile: Profile): Middleware[] {
  const reading = readingTools(profile);
  return stackOrder(profile.policies).map((config) => create(config, reading, profile));
}

import type { Fault } from "../model/fault.ts";
import type { Profile } from "../model/profile.ts";
import type { Recording } from "../model/recording.ts";
import type { Middleware } from "../policies/middleware.ts";
import type { RunPorts } from "./ports.ts";

/** What a run is made of: a recording, what is done with it, and the outside. */
export interface CourseSetup {
  readonly recording: Recording;
  readonly profile: Profile;
  readonly faults: readonly Fault[];
  readonly ports: RunPorts;
  /** The first is the outermost. */
  readonly stack: readonly Middleware[];
}

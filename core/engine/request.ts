import type { NeutralRequest } from "../model/request.ts";
import { buildRequest } from "../policies/request-view.ts";
import { type Run, stepOf } from "./run.ts";

/** The outgoing request of a step from 1, built. Throws RangeError when there is no such step. */
export function requestAt(run: Run, step: number): NeutralRequest {
  return buildRequest(stepOf(run, step).view);
}

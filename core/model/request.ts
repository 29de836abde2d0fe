import type { Message } from "./message.ts";
import type { ToolDefinition } from "./tool.ts";

/** One outgoing request in neutral form; the three keys are always there. */
export interface NeutralRequest {
  readonly system: string | null;
  readonly tools: readonly ToolDefinition[];
  readonly messages: readonly Message[];
}

import type { Json } from "./json.ts";

/** A tool as it is offered to the model. `parameters` is a JSON schema as recorded. */
export interface ToolDefinition {
  readonly name: string;
  readonly description?: string;
  readonly parameters?: Json;
}

/** The tool that reads paged results back. Requests whose messages name it offer it. */
export const READ_TOOL_RESULT = "read_tool_result";

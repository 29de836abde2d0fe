import type { Json } from "../model/json.ts";
import { field, isJsonObject, stringField } from "../model/json.ts";
import type { ToolDefinition } from "../model/tool.ts";
import { asArguments, parsedJson } from "./json-text.ts";

const SCHEMAS = ["parameters", "input_schema", "inputSchema", "parametersJsonSchema", "args_schema"];

/**
 * A tool in whichever way a provider or a library describes it: wrapped in `function`, `custom` or `tool`, its schema
 * under any of their names, or all of it as the text of its JSON. Throws `BadRecord` when its schema is too deep.
 */
export function toolDefinition(given: Json): ToolDefinition {
  const tool = typeof given === "string" ? parsedJson(given).value : given;
  const inner =
    [field(tool, "function"), field(tool, "custom"), field(tool, "tool")].find(isJsonObject) ?? tool;
  const description = stringField(inner, "description");
  const found = SCHEMAS.map((key) => field(inner, key)).find((one) => one !== undefined && one !== null);
  const read = typeof found === "string" ? parsedJson(found).value : found;
  const schema = field(read, "jsonSchema") ?? read;
  return {
    name: stringField(inner, "name") ?? stringField(tool, "name") ?? stringField(tool, "type") ?? "",
    ...(description === undefined ? {} : { description }),
    ...(schema === undefined ? {} : { parameters: asArguments(schema) }),
  };
}

/** Several tools: a list, an object by name, or the text of one's JSON. */
export function toolDefinitions(given: Json | undefined): ToolDefinition[] {
  const tools = typeof given === "string" ? parsedJson(given).value : given;
  if (Array.isArray(tools))
    return (tools as readonly Json[])
      .filter((tool) => isJsonObject(tool) || typeof tool === "string")
      .map(toolDefinition);
  if (!isJsonObject(tools)) return [];
  if (isJsonObject(field(tools, "function")) || stringField(tools, "name") !== undefined)
    return [toolDefinition(tools)];
  return Object.entries<Json>(tools).map(([name, tool]) => ({ ...toolDefinition(tool), name }));
}

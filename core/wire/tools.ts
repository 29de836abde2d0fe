import { field, isJsonObject, type Json, type JsonObject } from "../model/json.ts";
import type { ToolDefinition } from "../model/tool.ts";
import type { LegalTexts } from "./legal-text.ts";
import { type Notes, quoted, renamed } from "./notes.ts";

/** A tool with a legal name that no other tool has, and a schema of an object. */
export interface WireTool {
  readonly name: string;
  readonly description: string | undefined;
  readonly schema: JsonObject;
  /** True when the recording gave no parameters. */
  readonly bare: boolean;
}

/** The schema of a tool without parameters. */
const NO_PARAMETERS: JsonObject = { type: "object", properties: {} };

/** Keywords that may not stand at the top of a tool's schema. */
const NOT_AT_TOP: readonly string[] = ["oneOf", "anyOf", "allOf", "enum", "not"];

function isObjectType(type: Json | undefined): boolean {
  return type === undefined || type === "object" || (Array.isArray(type) && type.includes("object"));
}

/** A schema of an object, whatever was recorded. */
function objectSchema(parameters: Json | undefined, notes: Notes): JsonObject {
  if (!isJsonObject(parameters)) {
    if (parameters !== undefined) notes.add("a tool's parameters that are no schema were left out");
    return NO_PARAMETERS;
  }
  if (!isObjectType(field(parameters, "type"))) {
    notes.add("a tool's schema that is not of an object was wrapped in one");
    return { type: "object", properties: { input: parameters }, required: ["input"] };
  }
  const kept = Object.entries(parameters).filter(([key]) => !NOT_AT_TOP.includes(key));
  if (kept.length < Object.keys(parameters).length)
    notes.add(`what may not stand at the top of a tool's schema was left out: ${NOT_AT_TOP.join(", ")}`);
  const properties = field(parameters, "properties");
  return {
    ...Object.fromEntries(kept),
    type: "object",
    properties: isJsonObject(properties) ? properties : {},
  };
}

/** The tools of a request as a provider takes them. A second definition of a name is left out. */
export function wireTools(tools: readonly ToolDefinition[], names: LegalTexts, notes: Notes): WireTool[] {
  const known = new Set<string>();
  return tools.flatMap(({ name, description, parameters }) => {
    if (known.has(name)) {
      notes.add(`a second definition of the tool ${quoted(name)} was left out`);
      return [];
    }
    known.add(name);
    const legal = names.of(name);
    if (legal !== name) notes.add(renamed(name, legal));
    const schema = objectSchema(parameters, notes);
    return [{ name: legal, description: description || undefined, schema, bare: parameters === undefined }];
  });
}

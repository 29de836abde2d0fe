import type { Json } from "../model/json.ts";
import { COUNTER_NAMES, RESULT_FORMS } from "../model/profile.ts";
import { PROFILE_DEFAULTS } from "./defaults.ts";
import { POLICY_KINDS, POLICY_SPECS, type ParamSpec } from "./parameters.ts";

type Schema = { [key: string]: Json | Schema };

function typed(param: ParamSpec): Schema {
  switch (param.type) {
    case "integer":
      return {
        type: "integer",
        ...(param.min === undefined || param.zeroIsDefault ? {} : { minimum: param.min }),
        ...(param.max === undefined ? {} : { maximum: param.max }),
      };
    case "boolean":
      return { type: "boolean" };
    case "choice":
      return { type: "string", enum: [...(param.choices ?? [])] };
    case "text":
      return { type: "string" };
    case "names":
      return { type: "array", items: { type: "string" } };
  }
}

function paramSchema(param: ParamSpec): Schema {
  const unit = param.unit ? ` (${param.unit})` : "";
  return {
    ...typed(param),
    description: `${param.help}${unit}`,
    ...(param.default === null ? {} : { default: param.default }),
  };
}

/** Puts a schema at a dotted path, making the objects on the way. */
function place(properties: Schema, path: readonly string[], schema: Schema): void {
  const [key = "", ...rest] = path;
  if (rest.length === 0) {
    properties[key] = schema;
    return;
  }
  const inner = (properties[key] ?? {
    type: "object",
    additionalProperties: false,
    properties: {},
  }) as Schema;
  properties[key] = inner;
  place(inner["properties"] as Schema, rest, schema);
}

function policySchema(kind: (typeof POLICY_KINDS)[number]): Schema {
  const spec = POLICY_SPECS[kind];
  const properties: Schema = { kind: { const: kind, description: spec.summary } };
  for (const param of spec.params) place(properties, param.key.split("."), paramSchema(param));
  return { type: "object", title: spec.title, required: ["kind"], additionalProperties: false, properties };
}

/** The JSON schema of a profile, made from the parameters: editors complete and mark by it. */
export function profileJsonSchema(): Json {
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Ullage profile",
    type: "object",
    required: ["policies"],
    additionalProperties: false,
    properties: {
      name: { type: "string", description: "How the profile is called." },
      tokenCounter: {
        enum: [...COUNTER_NAMES],
        default: PROFILE_DEFAULTS.tokenCounter,
        description: "How tokens are estimated.",
      },
      results: {
        enum: [...RESULT_FORMS],
        default: PROFILE_DEFAULTS.results,
        description:
          "Which form of a result is managed where the recording holds two: the whole, or what its vendor let the model see.",
      },
      maxPromptSectionTokens: {
        type: "integer",
        minimum: 0,
        default: PROFILE_DEFAULTS.maxPromptSectionTokens,
        description: "Bound on all prompt sections of a request together (tokens).",
      },
      contextWindow: {
        type: "integer",
        minimum: 1,
        default: PROFILE_DEFAULTS.contextWindow,
        description: "Tokens that the model's window holds: drawn, never a rule.",
      },
      mediaTokens: {
        type: "integer",
        minimum: 0,
        default: PROFILE_DEFAULTS.mediaTokens,
        description: "Tokens counted for one image, audio or file.",
      },
      policies: {
        type: "array",
        items: { oneOf: POLICY_KINDS.map(policySchema) as unknown as Json },
        description: "The stack, the first outermost: results come back through it in reverse order.",
      },
    },
  };
}

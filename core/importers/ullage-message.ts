import type { Role } from "../model/message.ts";
import type { Part } from "../model/part.ts";
import type { At } from "./checked.ts";
import { at, needItems, needObject, needString, optionalString, wrong } from "./checked.ts";
import { BadRecord } from "./importer.ts";
import type { Doubt } from "./ullage-part.ts";
import { ullagePart } from "./ullage-part.ts";

/** A neutral message as the file gives it. */
export interface UllageMessage {
  /** `` where the file gives none. */
  readonly id: string;
  readonly role: Role;
  readonly parts: readonly Part[];
}

/** What a message of each role may hold beside text and media. */
const ALLOWED: Readonly<Record<Role, readonly Part["type"][]>> = {
  user: ["text", "media"],
  assistant: ["text", "media", "thinking", "tool-call"],
  tool: ["tool-result"],
};

/** One message. Throws `BadRecord` that names the field. */
export function ullageMessage(one: At, doubt: Doubt): UllageMessage {
  needObject(one);
  const role = needRole(at(one, "role"));
  const parts = needItems(at(one, "parts")).map((part) => allowedPart(part, role, doubt));
  return { id: optionalString(at(one, "id")) ?? "", role, parts };
}

function needRole(one: At): Role {
  const role = needString(one);
  return role === "user" || role === "assistant" || role === "tool"
    ? role
    : wrong(one, "user, assistant or tool");
}

function allowedPart(one: At, role: Role, doubt: Doubt): Part {
  const part = ullagePart(one, doubt);
  if (ALLOWED[role].includes(part.type)) return part;
  throw new BadRecord(
    `${one.path}.type: a message of role ${role} may hold ${ALLOWED[role].join(", ")}, not ${part.type}`,
  );
}

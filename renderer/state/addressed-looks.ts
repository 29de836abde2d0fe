import { FACT_KINDS } from "../../core/model/run-answers.ts";
import { WIRE_PROVIDERS } from "../../core/wire/options.ts";
import { LONGEST_TEXT, typedText } from "./addressed-names.ts";
import { DIFF_FORMS, FIRST_LOOKS, LISTED, type Looks, SECTIONS } from "./looks.ts";

/** Writes what is not as at first: `wire=gemini&diff=messages&list=events&events=WORDS&passed=shown&open=prices.notes`. */
export function setLooks(fields: URLSearchParams, looks: Looks): void {
  const set = (name: string, value: string | undefined, first: string | undefined) => {
    if (value !== undefined && value !== first) fields.set(name, value);
  };
  set("wire", looks.provider, FIRST_LOOKS.provider);
  set("diff", looks.diff, FIRST_LOOKS.diff);
  set("list", looks.listed, FIRST_LOOKS.listed);
  set("events", typedText(looks.words), undefined);
  set("passed", looks.passed ? "shown" : undefined, undefined);
  set("facts", looks.facts, FIRST_LOOKS.facts);
  set("library", typedText(looks.library), undefined);
  const opened = SECTIONS.filter((one) => looks.sections.has(one));
  set("open", opened.join("."), "");
}

/** Reads the same: what is not told, or makes no sense, is as at first. */
export function parseLooks(fields: URLSearchParams): Looks {
  const open = fields.get("open") ?? "";
  const opened = new Set(open.length > LONGEST_TEXT ? [] : open.split("."));
  return {
    provider: oneOf(WIRE_PROVIDERS, fields.get("wire")) ?? FIRST_LOOKS.provider,
    diff: oneOf(DIFF_FORMS, fields.get("diff")),
    listed: oneOf(LISTED, fields.get("list")) ?? FIRST_LOOKS.listed,
    words: typedText(fields.get("events")) ?? "",
    passed: fields.get("passed") === "shown",
    facts: oneOf(FACT_KINDS, fields.get("facts")),
    library: typedText(fields.get("library")) ?? "",
    sections: new Set(SECTIONS.filter((one) => opened.has(one))),
  };
}

function oneOf<T extends string>(all: readonly T[], told: string | null): T | undefined {
  return all.find((one) => one === told);
}

import { recoverDocument } from "../lib/json-lines-document.ts";
import type { Recovered } from "../lib/json-lines.ts";
import { recoverLine } from "../lib/json-lines.ts";

/**
 * What a document that does not parse still holds. Values on a single line are parted as those of a log are, and what is
 * damaged between them is a document of its own.
 */
export function recoverWhole(text: string): Recovered {
  const line = text.trim().includes("\n") ? undefined : recoverLine(text, true);
  if (!line || line.values.length === 0) return recoverDocument(text);
  const mended = line.damaged.map(({ from, to }) => moved(recoverDocument(text.slice(from, to)), from));
  return {
    values: [...line.values, ...mended.flatMap(({ values }) => values)],
    damaged: mended.flatMap(({ damaged }) => damaged),
  };
}

function moved({ values, damaged }: Recovered, by: number): Recovered {
  const move = <T extends { readonly from: number; readonly to: number }>(one: T): T => ({
    ...one,
    from: one.from + by,
    to: one.to + by,
  });
  return { values: values.map(move), damaged: damaged.map(move) };
}

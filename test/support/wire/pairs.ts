/** One call or one answer of a body, in the order of the body. */
export interface Link {
  readonly kind: "call" | "answer";
  readonly id: string;
}

/**
 * What is wrong with the pairs of a body: an id that comes twice, a call that is not answered before anything else
 * comes, an answer to nothing. `groups` are the body's messages or items: calls of one, answers of the next ones.
 */
export function brokenLinks(groups: readonly (readonly Link[])[]): string[] {
  const wrong: string[] = [];
  const seen = new Set<string>();
  let open = new Set<string>();
  for (const group of groups) {
    const answers = group.filter(({ kind }) => kind === "answer");
    for (const { id } of answers) if (!open.delete(id)) wrong.push(`answer ${id} has no call`);
    if (answers.length === 0 && open.size > 0) wrong.push(`call ${[...open].join()} has no answer`);
    if (answers.length === 0) open = new Set();
    for (const { id } of group.filter(({ kind }) => kind === "call")) {
      if (seen.has(id)) wrong.push(`the id ${id} comes twice`);
      seen.add(id);
      open.add(id);
    }
  }
  if (open.size > 0) wrong.push(`call ${[...open].join()} has no answer`);
  return wrong;
}

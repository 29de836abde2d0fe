import type { Json } from "../model/json.ts";
import { arrayField, field, stringField } from "../model/json.ts";
import type { Notebook } from "./notebook.ts";
import type { WireMessage, WireRequest, WireResponse } from "./wire-message.ts";

/** How many responses a later request may name, and how many messages they hold between them. */
const MAX_LINKS = 5000;
const MAX_MESSAGES = 1_000_000;

const UNKNOWN =
  "the beginning of conversations: requests go on from a response that is not in the file (previous_response_id)";
const CHAINED = "requests that name the response before them: joined to its conversation";

/** A request with the response to it, and the link that it goes on from. */
export interface ChainLink {
  readonly parent: ChainLink | undefined;
  readonly added: readonly WireMessage[];
}

/** What a request adds to its chain, and the whole history that the model saw. */
export interface Linked {
  readonly request: WireRequest;
  readonly link: ChainLink;
}

/**
 * Conversations that the provider keeps: a request brings only what is new and names what it goes on from, by
 * `previous_response_id`, by `conversation`, or by the compaction that its input begins with.
 */
export class ResponseChain {
  readonly #links = new Map<string, ChainLink>();
  #messages = 0;

  /** The request with everything that stands before it. */
  extend(body: Json, request: WireRequest, notes: Notebook, line: number): Linked {
    const named = stringField(body, "previous_response_id");
    const parent = this.#parentOf(body, named);
    const alone = { request, link: { parent: undefined, added: request.messages } };
    if (!parent) {
      if (named !== undefined) notes.add("missing", UNKNOWN, line);
      return alone;
    }
    notes.add("merged", CHAINED, line);
    const added = withoutMarks(request.messages);
    return { request: { ...request, messages: [...history(parent), ...added] }, link: { parent, added } };
  }

  /** Remembers a response, so that a later request can name it. */
  answered(link: ChainLink, sent: Json, body: Json, response: WireResponse): void {
    const added = [...link.added, ...response.messages];
    const next = { parent: link.parent, added };
    const names = [
      stringField(body, "id"),
      conversationOf(body) ?? conversationOf(sent),
      ...compactions(body),
    ];
    for (const name of names) if (name !== undefined) this.#links.set(name, next);
    this.#messages += added.length;
    this.#forget();
  }

  #parentOf(body: Json, named: string | undefined): ChainLink | undefined {
    const first = arrayField(body, "input")?.[0];
    const name = named ?? conversationOf(body) ?? compactionKey(first);
    return name === undefined ? undefined : this.#links.get(name);
  }

  #forget(): void {
    for (const [name, link] of this.#links) {
      if (this.#links.size <= MAX_LINKS && this.#messages <= MAX_MESSAGES) return;
      this.#links.delete(name);
      this.#messages -= link.added.length;
    }
  }
}

/** All messages of a chain, oldest first. */
function history(link: ChainLink): WireMessage[] {
  const links: ChainLink[] = [];
  for (let here: ChainLink | undefined = link; here; here = here.parent) links.push(here);
  return links.toReversed().flatMap((one) => one.added);
}

/** The mark of a compaction that a request begins with stands after the response that wrote it. */
function withoutMarks(messages: readonly WireMessage[]): readonly WireMessage[] {
  const [first, ...rest] = messages;
  if (!first?.marks) return messages;
  const { marks: _known, ...bare } = first;
  return [bare, ...rest];
}

function conversationOf(body: Json): string | undefined {
  const conversation = field(body, "conversation");
  const id = typeof conversation === "string" ? conversation : stringField(conversation, "id");
  return id === undefined ? undefined : `conversation ${id}`;
}

function compactions(body: Json): (string | undefined)[] {
  return (arrayField(body, "output") ?? []).map(compactionKey);
}

/** A compaction item by what is sealed in it. */
function compactionKey(item: Json | undefined): string | undefined {
  const type = stringField(item, "type");
  const sealed = stringField(item, "encrypted_content");
  if ((type !== "compaction" && type !== "compaction_summary") || sealed === undefined) return undefined;
  return `compaction ${sealed.length} ${sealed.slice(0, 80)} ${sealed.slice(-80)}`;
}

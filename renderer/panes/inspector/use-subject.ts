import type { OutlineMessage, ThreadOutline } from "../../../core/contract/rows.ts";
import type { MessageAddress } from "../../../core/contract/run-view.ts";
import { useCurrent } from "../../data/current.tsx";
import { useSelection } from "../../state/selection.ts";
import { formatCount } from "../../widgets/quantity.tsx";
import type { RoleName } from "../../widgets/role-icon.tsx";

/** What is chosen, with what the outline knows of it. */
export interface Subject {
  readonly at: MessageAddress;
  readonly title: string;
  readonly role: RoleName;
  readonly message: OutlineMessage | undefined;
  /** True when it exists in raw history; false for what the engine made. */
  readonly recorded: boolean;
  /** Index of the message, where it is one of raw history. */
  readonly index: number | undefined;
}

const SPECIAL = {
  system: { title: "System prompt", role: "system", recorded: true },
  tools: { title: "Tool definitions", role: "tools", recorded: true },
  summary: { title: "Summary", role: "summary", recorded: false },
} as const;

const ROLES = { user: "User", assistant: "Assistant", tool: "Result" } as const;

/** The subject of an address in an outline; undefined where the outline has no such message. */
export function subjectOf(at: MessageAddress, outline: ThreadOutline): Subject | undefined {
  if ("special" in at) return { at, ...SPECIAL[at.special], message: undefined, index: undefined };
  if ("inserted" in at) {
    return {
      at,
      title: "Result put in",
      role: "engine",
      message: undefined,
      recorded: false,
      index: undefined,
    };
  }
  const message = outline.messages[at.index];
  if (!message) return undefined;
  const title = `${ROLES[message.role]} ${formatCount(at.index + 1)}`;
  return { at, title, role: message.role, message, recorded: true, index: at.index };
}

/** What is chosen in the open thread. */
export function useSubject(): Subject | undefined {
  const { outline } = useCurrent();
  const at = useSelection((state) => state.message);
  return at && outline.data ? subjectOf(at, outline.data) : undefined;
}

const indices = new WeakMap<ThreadOutline, ReadonlyMap<string, number>>();

/** Index of a message by its id, made once an outline. */
export function indexOfId(outline: ThreadOutline, id: string): number | undefined {
  let known = indices.get(outline);
  if (!known) {
    known = new Map(outline.messages.map((message, at) => [message.id, at]));
    indices.set(outline, known);
  }
  return known.get(id);
}

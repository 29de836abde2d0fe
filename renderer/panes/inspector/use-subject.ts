import type { MessageAddress } from "../../../core/contract/run-view.ts";
import { useCurrent } from "../../data/current.tsx";
import type { Outline, ShownMessage } from "../../data/message-table.ts";
import { useMessage } from "../../data/use-message.ts";
import { ROLE_WORDS } from "../../data/vocabulary.ts";
import { useSelection } from "../../state/selection.ts";
import { formatCount } from "../../widgets/quantity.tsx";
import type { RoleName } from "../../widgets/role-icon.tsx";

/** What is chosen, with what the outline knows of it. */
export interface Subject {
  readonly at: MessageAddress;
  readonly title: string;
  readonly role: RoleName;
  readonly message: ShownMessage | undefined;
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

/** The subject of an address in an outline; undefined where the outline has no such message. */
export function subjectOf(at: MessageAddress, outline: Outline): Subject | undefined {
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
  const message = outline.messages.at(at.index);
  if (!message) return undefined;
  const title = `${ROLE_WORDS[message.role]} ${formatCount(at.index + 1)}`;
  return { at, title, role: message.role, message, recorded: true, index: at.index };
}

/** What is chosen in the open thread. */
export function useSubject(): Subject | undefined {
  const { outline } = useCurrent();
  const at = useSelection((state) => state.message);
  useMessage(outline.data?.messages, at && "index" in at ? at.index : undefined);
  return at && outline.data ? subjectOf(at, outline.data) : undefined;
}

import type { ReactNode } from "react";
import type { ProfileInput } from "../../../core/model/profile.ts";
import type { Message } from "../../../core/model/message.ts";
import { text } from "../../../core/model/part.ts";
import type { Thread } from "../../../core/model/thread.ts";
import { CurrentProvider } from "../../../renderer/data/current.tsx";
import { HostProvider } from "../../../renderer/data/host-context.tsx";
import { draft, useDraft } from "../../../renderer/state/draft.ts";
import { FIRST_LAYOUT, layout } from "../../../renderer/state/layout.ts";
import { FIRST_LOOKS, looks } from "../../../renderer/state/looks.ts";
import { FIRST_READING, reading } from "../../../renderer/state/reading.ts";
import { selection, useSelection } from "../../../renderer/state/selection.ts";
import { TooltipProvider } from "../../../renderer/widgets/tooltip.tsx";
import { type Drawn, draw, settle } from "./draw.tsx";
import { type ThreadHost, threadHost } from "./thread-host.ts";

/** What is open, as the window's root works it out. */
function Root({ children }: { readonly children: ReactNode }) {
  const transcript = useSelection((state) => state.transcript);
  const thread = useSelection((state) => state.thread);
  const step = useSelection((state) => state.step);
  const profile = useDraft((state) => state.profile);
  const faults = useDraft((state) => state.faults);
  return <CurrentProvider wanted={{ transcript, thread, step, profile, faults }}>{children}</CurrentProvider>;
}

/** A pane over an open thread at a step. */
export interface OpenPane extends Drawn {
  readonly host: ThreadHost;
}

/** Opens a thread at a step under a profile, and draws a pane over it. */
export async function openPane(
  pane: ReactNode,
  thread: Thread,
  step: number,
  profile: ProfileInput = { policies: [] },
): Promise<OpenPane> {
  const host = threadHost(thread);
  layout.setState(FIRST_LAYOUT);
  looks.getState().look(FIRST_LOOKS);
  reading.getState().read(FIRST_READING);
  draft.getState().restore(profile, undefined);
  selection.getState().restore({ transcript: 1, thread: thread.id, step });
  const drawn = await draw(
    <HostProvider connection={host.connection}>
      <TooltipProvider>
        <Root>{pane}</Root>
      </TooltipProvider>
    </HostProvider>,
  );
  await settle();
  return { ...drawn, host };
}

/** A thread of so many steps: a user message, then calls with results of the given text. */
export function threadOf(steps: number, result: (step: number) => string, said = "go on"): Thread {
  const messages: Message[] = [{ id: "u1", role: "user", parts: [text(said)] }];
  for (let step = 1; step <= steps; step++) {
    const callId = `c${step}`;
    messages.push({
      id: `a${step}`,
      role: "assistant",
      parts: [text(`step ${step}`), { type: "tool-call", callId, name: "run", arguments: { step } }],
    });
    messages.push({
      id: `t${step}`,
      role: "tool",
      parts: [{ type: "tool-result", callId, isError: false, parts: [text(result(step))] }],
    });
  }
  return { id: "main", lane: "main", system: "You are a tester.", tools: [{ name: "run" }], messages };
}

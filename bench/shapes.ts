import { dice, output, sessionLines, size } from "./session.ts";

/** A file that is made of records of one kind. */
export interface Shape {
  readonly name: string;
  readonly before: string;
  readonly between: string;
  readonly after: string;
  readonly records: () => Iterable<string>;
}

/** Messages as opencode exports them. */
function* opencodeMessages(): Generator<string> {
  const roll = dice(5);
  for (let at = 0; ; at++) {
    const id = `msg_${String(at).padStart(9, "0")}`;
    const time = { created: 1_700_000_000_000 + at };
    const said = { type: "text", text: output(roll, 300) };
    const state = { status: "completed", input: { path: `src/${at}.ts` }, output: output(roll, size(roll)) };
    const parts = at % 4 === 0 ? [said] : [said, { type: "tool", callID: `call_${at}`, tool: "read", state }];
    yield JSON.stringify({ info: { id, role: at % 4 === 0 ? "user" : "assistant", time }, parts });
  }
}

/** Conversations as an evaluation keeps them. */
function* conversations(): Generator<string> {
  const roll = dice(6);
  for (let at = 0; ; at++) {
    const traj = Array.from({ length: 20 }, (_, turn) => ({
      role: turn % 2 === 0 ? "user" : "assistant",
      content: output(roll, size(roll) / 4),
    }));
    yield JSON.stringify({ task_id: at, traj });
  }
}

/** Lines, and the two ways in which a document can be large: one long list in it, or a list of many. */
export const shapes: readonly Shape[] = [
  {
    name: "lines of a session",
    before: "",
    between: "\n",
    after: "\n",
    records: () => sessionLines(50_000_000),
  },
  {
    name: "one document, a session's messages",
    before: '{"info":{"id":"ses_1","directory":"/","title":"large"},"messages":[',
    between: ",",
    after: "]}",
    records: opencodeMessages,
  },
  {
    name: "one document, a list of conversations",
    before: "[",
    between: ",\n",
    after: "]\n",
    records: conversations,
  },
];

/** True for a file of lines; the others are one document. */
export function isLines({ before }: Shape): boolean {
  return before === "";
}

import { writeFileSync } from "node:fs";
import path from "node:path";
import { madeUpText, numbers } from "../../support/host-session.ts";

/** Sizes of the tool results, in characters: some small, some that a low threshold catches, two that 20,000 tokens does. */
function sizeOf(at: number): number {
  if (at === 3 || at === 21) return 110_000;
  return at % 6 === 4 ? 30_000 : 6000 + (at % 5) * 900;
}

const tasks = [
  "The tide table of the north quay shows low water twice in a row. Find the cause and mend it.",
  "Good. Now the crane plan: two cranes are booked for berth 4 at the same hour.",
  "Write the booking check so that this cannot happen again, with a test.",
  "Last one: which ships are still waiting, and for how long?",
];

const common = { sessionId: "harbour", cwd: "/srv/harbour", version: "2.0.0", isSidechain: false };

class SessionWriter {
  readonly lines: string[] = [];
  private last: string | null = null;

  private add(type: "user" | "assistant", message: object): void {
    const uuid = `record-${this.lines.length + 1}`;
    this.lines.push(JSON.stringify({ ...common, type, uuid, parentUuid: this.last, message }));
    this.last = uuid;
  }

  user(content: string): void {
    this.add("user", { role: "user", content });
  }

  assistant(at: number, ...content: readonly object[]): void {
    const usage = { input_tokens: 12, cache_read_input_tokens: 900 * at, output_tokens: 120 };
    this.add("assistant", {
      id: `msg-${at}`,
      type: "message",
      role: "assistant",
      model: "made-up",
      content,
      usage,
    });
  }

  result(call: string, content: string, isError: boolean): void {
    const result = {
      type: "tool_result",
      tool_use_id: call,
      content,
      ...(isError ? { is_error: true } : {}),
    };
    this.add("user", { role: "user", content: [result] });
  }
}

/** How many steps the session has. */
export const HARBOUR_STEPS = 44;

/** Lines of a made-up Claude Code session in four turns, long enough that the first preset offloads and summarises. */
export function harbourLines(steps = HARBOUR_STEPS): readonly string[] {
  const random = numbers(11);
  const out = new SessionWriter();
  for (let at = 1; at <= steps; at++) {
    const turn = Math.floor((at - 1) / 11);
    const last = at % 11 === 0;
    if (at % 11 === 1) out.user(tasks[turn] ?? "");
    if (last) {
      out.assistant(at, {
        type: "text",
        text: `Done with task ${turn + 1}: quay log entry ${at} is written.`,
      });
      continue;
    }
    const input = { file_path: `/srv/harbour/quay-${at}.csv` };
    out.assistant(
      at,
      { type: "text", text: `Reading the quay log number ${at}.` },
      { type: "tool_use", id: `toolu_${at}`, name: "Read", input },
    );
    const text = at === 8 ? "quay-8.csv: no such file" : `quay log ${at}\n${madeUpText(random, sizeOf(at))}`;
    out.result(`toolu_${at}`, text, at === 8);
  }
  return out.lines;
}

/** Writes the session into a folder, or its first steps; gives the file's path. */
export function writeHarbourSession(folder: string, name = "harbour.jsonl", steps = HARBOUR_STEPS): string {
  const file = path.join(folder, name);
  writeFileSync(file, `${harbourLines(steps).join("\n")}\n`);
  return file;
}

/** Pseudo-random numbers in [0, 1): the same for the same seed, on every machine. */
export function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const WORDS =
  "module test value buffer index parse scope range update handler request token stream entry config path".split(
    " ",
  );

/** Some text of about `length` characters in lines, as a tool would print it. */
export function output(roll: () => number, length: number): string {
  let text = "";
  for (let line = 1; text.length < length; line++) {
    text += `${line}: `;
    for (let word = 0; word < 8; word++) text += `${WORDS[Math.floor(roll() * WORDS.length)]} `;
    text += "\n";
  }
  // One in five tells of a failure at its end.
  return roll() < 0.2 ? `${text}Error: the ${WORDS[Math.floor(roll() * WORDS.length)]} is not there\n` : text;
}

/** Size of a tool's output: most a few KB, one in a hundred over a hundred. */
export function size(roll: () => number): number {
  return roll() < 0.01 ? 120_000 : 500 + roll() * roll() * 16_000;
}

/** How much of its output a command had given when it told of its progress. */
const PROGRESS = [0.5, 0.75, 1];

/** What a recorded session holds beside its messages: here a running command that shows what it gave so far. */
function progressOf(id: string, stdout: string, part: number): object {
  const fullOutput = stdout.slice(0, stdout.length * part);
  const data = {
    type: "bash_progress",
    output: fullOutput.slice(-300),
    fullOutput,
    elapsedTimeSeconds: 4 * part,
  };
  return { data, toolUseID: `bash-${part}`, parentToolUseID: id };
}

/**
 * A Claude Code session as lines: `steps` calls with their results and the result's sidecar, a user message every
 * twentieth step, and progress of each command. Made, not recorded; the same for the same arguments. About a fifth of its bytes is text that a
 * request would hold (`scale` makes results longer or shorter), as in recorded sessions without sub-agents or images (18 to 25 % in those that were looked at).
 */
export function* sessionLines(steps: number, seed = 1, scale = 1): Generator<string> {
  const roll = dice(seed);
  let parent: string | null = null;
  let uuid = 0;
  const line = (type: string, message: object, more: object = {}): string => {
    const id = `${seed}-${uuid++}`;
    const envelope = {
      parentUuid: parent,
      isSidechain: false,
      userType: "external",
      cwd: "/home/someone/project",
      sessionId: `bench-${seed}`,
      version: "2.1.0",
      gitBranch: "main",
      type,
      message,
      uuid: id,
      timestamp: "2026-01-01T00:00:00.000Z",
      ...more,
    };
    parent = id;
    return JSON.stringify(envelope);
  };
  for (let step = 0; step < steps; step++) {
    if (step % 20 === 0)
      yield line("user", {
        role: "user",
        content: `Task ${step}: make the ${WORDS[step % WORDS.length]} tests pass.`,
      });
    const call = {
      type: "tool_use",
      id: `toolu_${seed}_${step}`,
      name: "Bash",
      input: { command: `npm test -- part${step}`, description: "Run a part of the tests" },
    };
    const usage = {
      input_tokens: 10,
      cache_creation_input_tokens: 900,
      cache_read_input_tokens: 40_000,
      output_tokens: 120,
    };
    const said = { type: "text", text: `I will look at part ${step} because it failed before.` };
    const head = {
      id: `msg_${seed}_${step}`,
      type: "message",
      role: "assistant",
      model: "claude-x",
      stop_reason: null,
      usage,
    };
    yield line("assistant", { ...head, content: [said] }, { requestId: `req_${step}` });
    yield line("assistant", { ...head, content: [call] }, { requestId: `req_${step}` });
    const stdout = output(roll, size(roll) * scale);
    for (const part of PROGRESS) yield line("progress", {}, progressOf(call.id, stdout, part));
    const result = { type: "tool_result", tool_use_id: call.id, content: stdout, is_error: false };
    yield line(
      "user",
      { role: "user", content: [result] },
      { toolUseResult: { stdout, stderr: "", interrupted: false, isImage: false } },
    );
  }
  yield line("assistant", {
    id: `msg_${seed}_end`,
    type: "message",
    role: "assistant",
    model: "claude-x",
    content: [{ type: "text", text: "All parts pass now." }],
    stop_reason: "end_turn",
    usage: { input_tokens: 5, output_tokens: 8 },
  });
}

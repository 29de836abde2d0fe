import { MODULES, numbered, sourceOf, testsOf } from "./code.mjs";
import { passed, testRun } from "./logs.mjs";
import { Chance, capital } from "./seed.mjs";
import { Session, threadFile, tool } from "./session.mjs";

/** @typedef {import("./code.mjs").Module} Module */

const TOOLS = [
  tool("list_files", "Files below a folder.", ["path"]),
  tool("read_file", "A text file, with line numbers.", ["path"]),
  tool("edit_file", "Replaces a piece of a file that must occur once.", ["path", "old", "new"]),
  tool("run", "Runs a command and gives what it prints.", ["command"]),
];

const TASK = `All modules under src/ read the time with \`new Date()\` or \`Date.now()\`. Route every such read through \`clock.now()\` from src/clock.ts, so that tests can freeze time.

Rules:
1. Leave src/billing alone: it is audited, and the auditors froze it until the end of the quarter.
2. Public signatures stay as they are.
3. Every module that you change gets one line in CHANGES.md.
4. The dev server must stay on port 4187; two harbour terminals have that address burnt in.

Go module by module, run the module's tests after each, and tell me when you are through.`;

/** One module: read it with its tests, change it, run the tests; a repair where the change broke one. @param {Session} session @param {Module} module @param {Chance} chance @param {boolean} breaks */
function migrate(session, module, chance, breaks) {
  const path = `src/${module.name}/${module.name}.ts`;
  const [first = "", second = ""] = module.things;
  session.step({
    text: `Next is ${module.name}: ${module.about}.`,
    calls: [
      { name: "read_file", input: { path }, result: numbered(sourceOf(module)) },
      {
        name: "read_file",
        input: { path: path.replace(".ts", ".test.ts") },
        result: numbered(testsOf(module)),
      },
    ],
  });
  session.step({
    thinking: `In ${module.name} every thing has the same seven functions; five of them read the time.`,
    calls: [
      edit(
        path,
        `import { nextId } from "../ids.ts";`,
        `import { clock } from "../clock.ts";\nimport { nextId } from "../ids.ts";`,
      ),
      edit(
        path,
        `  const now = new Date();\n  return found.withdrawnAt && found.withdrawnAt <= now ? undefined : found;\n}\n\n/** Opens a ${first}.`,
        `  const now = clock.now();\n  return found.withdrawnAt && found.withdrawnAt <= now ? undefined : found;\n}\n\n/** Opens a ${first}.`,
      ),
      {
        name: "run",
        input: {
          command: `node scripts/replace.mjs '${path}' 'new Date()' 'clock.now()' 'Date.now()' 'clock.now().getTime()'`,
        },
        result: replaced(module),
      },
    ],
  });
  if (breaks) repair(session, module, chance, path, second);
  session.step({
    calls: [
      {
        name: "run",
        input: { command: `npm test -- src/${module.name}` },
        result: testRun(module, chance) + passed(1, 60, "2.41"),
      },
      edit(
        "CHANGES.md",
        "## Unreleased\n",
        `## Unreleased\n- ${module.name}: reads the time through clock.now()\n`,
      ),
    ],
  });
}

/** @param {string} path @param {string} before @param {string} after */
function edit(path, before, after) {
  return {
    name: "edit_file",
    input: { path, old: before, new: after },
    result: `ok: 1 replacement in ${path}`,
  };
}

/** @param {Module} module */
function replaced(module) {
  const lines = sourceOf(module)
    .split("\n")
    .map((line, index) => ({ line, number: index + 1 }));
  const hits = lines.filter(({ line }) => line.includes("new Date()") || line.includes("Date.now()"));
  return (
    hits
      .map(
        ({ line, number }) =>
          `${number}: ${line.trim()}\n${number}: ${line.trim().replaceAll("new Date()", "clock.now()").replaceAll("Date.now()", "clock.now().getTime()")}`,
      )
      .join("\n") + `\n${hits.length} lines changed\n`
  );
}

/** @param {Session} session @param {Module} module @param {Chance} chance @param {string} path @param {string} thing */
function repair(session, module, chance, path, thing) {
  const failing = ` FAIL  src/${module.name}/${module.name}.test.ts > ${thing} > expires what has been idle for longer than its grace time\nAssertionError: expected 0 to be 1\n ❯ src/${module.name}/${module.name}.test.ts:${chance.whole(120, 240)}:31\n\n Test Files  1 failed (1)\n      Tests  1 failed | 59 passed (60)\n`;
  session.step({
    calls: [
      {
        name: "run",
        input: { command: `npm test -- src/${module.name}` },
        result: testRun(module, chance) + failing,
        isError: true,
      },
    ],
  });
  session.step({
    text: `expire${capital(thing)}s compares with a clock that the test had frozen before the store was opened. The store must ask the clock too.`,
    calls: [
      edit(
        path,
        `const limit = Date.now() - graceMinutes * 60_000;`,
        `const limit = clock.now().getTime() - graceMinutes * 60_000;`,
      ),
    ],
  });
}

/** A long refactoring whose last question needs a rule from the first message. */
export function longSession() {
  const chance = new Chance(37);
  const session = new Session();
  session.user(TASK);
  session.step({
    thinking: "Rules: not billing, signatures stay, a line in CHANGES.md, port 4187.",
    text: "I start with the list of modules and with the clock.",
    calls: [
      {
        name: "list_files",
        input: { path: "src" },
        result: [
          ...MODULES.flatMap(({ name }) => [`src/${name}/${name}.ts`, `src/${name}/${name}.test.ts`]),
          "src/billing/billing.ts",
          "src/clock.ts",
          "src/server.ts",
        ].join("\n"),
      },
      {
        name: "read_file",
        input: { path: "src/clock.ts" },
        result: numbered(
          "/** The only place that reads the time. */\nexport const clock = { now: () => new Date() };\n",
        ),
      },
    ],
  });
  MODULES.forEach((module, index) => {
    migrate(session, module, chance, index % 4 === 1);
    if (index === 6) {
      session.user("How far are you? Do not stop for me, a word is enough.");
      session.step({ text: "Seven of fourteen modules are done, all their tests pass." });
    }
  });
  session.step({
    text: "All fourteen are through; last, what is left of the old reads.",
    calls: [
      {
        name: "run",
        input: { command: "grep -rn 'new Date()\\|Date.now()' src --include=*.ts" },
        result:
          "src/billing/billing.ts:31:  const issued = new Date();\nsrc/billing/billing.ts:77:  const due = new Date(Date.now() + 30 * DAY);\nsrc/clock.ts:2:export const clock = { now: () => new Date() };\n",
      },
    ],
  });
  session.step({
    text: "Done: 14 modules read the time through clock.now(), and each has its line in CHANGES.md. The reads that are left are in src/billing, which you told me to leave alone, and in the clock itself.",
  });
  session.user("Right. Remind me: why was billing off limits, and which port must the dev server keep?");
  session.step({
    text: "Billing is audited and frozen until the end of the quarter. The dev server stays on port 4187, because two harbour terminals have that address burnt in.",
  });

  return threadFile({
    id: "clock",
    title: "Fourteen modules, one clock",
    system:
      "You are a coding agent in the repository of a ferry booking service. Follow the user's rules to the letter. Work in small steps and run the tests after each.",
    tools: TOOLS,
    messages: session.messages,
  });
}

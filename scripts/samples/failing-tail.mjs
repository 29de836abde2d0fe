import { MODULES, numbered, sourceOf, testsOf } from "./code.mjs";
import { ClaudeLines } from "./claude-lines.mjs";
import { fullRun, passed, testRun } from "./logs.mjs";
import { Chance, pad } from "./seed.mjs";

const FAILURE = `
⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯

 FAIL  src/pricing/seasonal.test.ts > seasonal fare > charges the summer rate on the first day of the season
AssertionError: expected 46900 to be 48200 // Object.is equality

- Expected
+ Received

- 48200
+ 46900

 ❯ src/pricing/seasonal.test.ts:212:41
    210|     const day = localDay("2026-03-29", "Europe/Paris");
    211|     const quote = seasonalFare(route("BRE-DOV"), day);
    212|     expect(quote.cents).toBe(48200);
       |                         ^
    213|   });
 ❯ seasonalFare src/pricing/seasonal.ts:88:17
 ❯ startOfSeason src/pricing/calendar.ts:41:10

⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯[1/1]⎯

 Test Files  1 failed | 14 passed (15)
      Tests  1 failed | 846 passed (847)
   Start at  14:02:11
   Duration  38.40s (transform 2.1s, tests 31.7s)
`;

const SECOND = FAILURE.replace(
  "charges the summer rate on the first day of the season",
  "keeps the winter rate on the day before",
)
  .replace("expected 46900 to be 48200", "expected 48200 to be 46900")
  .replace("- 48200\n+ 46900", "- 46900\n+ 48200")
  .replaceAll(":212:41", ":231:41")
  .replace("2026-03-29", "2026-03-28");

const CALENDAR = `import type { Season } from "./types.ts";

const DAY = 24 * 60 * 60 * 1000;

/** Midnight of a local day, as an instant. */
export function localMidnight(day: LocalDay): Date {
  return new Date(day.year, day.month - 1, day.date);
}

/** First instant of a season. */
export function startOfSeason(season: Season, year: number): Date {
  const first = new Date(year, season.month - 1, season.date);
  return new Date(Math.floor(first.getTime() / DAY) * DAY);
}
`;

/** Lines that a search for a word finds all over the service. @param {Chance} chance */
function matches(chance) {
  const lines = MODULES.flatMap((module) =>
    sourceOf(module)
      .split("\n")
      .map((line, index) => ({ module, line, index })),
  );
  const found = lines.filter(({ line }) => line.includes("new Date(") || line.includes("Date.now("));
  return (
    found
      .map(({ module, line, index }) => `src/${module.name}/${module.name}.ts:${index + 1}:${line.trim()}`)
      .join("\n") +
    `\nsrc/pricing/seasonal.ts:88:  const opens = startOfSeason(season, day.year);\n# ${chance.hex(6)}`
  );
}

/** Recent commits. @param {Chance} chance */
function history(chance) {
  const subjects = [
    "pricing: round cents once",
    "ci: run in Europe/Paris",
    "seatmap: hold rows for groups",
    "notices: digest at 18:00",
    "docs: harbours",
    "pricing: season starts on a local day",
  ];
  return Array.from(
    { length: 30 },
    (_, index) => `${chance.hex(9)} 2026-03-${pad(14 - Math.floor(index / 3), 2)} ${chance.pick(subjects)}`,
  ).join("\n");
}

/** A coding session in which everything that matters stands in the last lines of a very long log. */
export function failingTail() {
  const chance = new Chance(11);
  const session = new ClaudeLines();
  const pricing = /** @type {import("./code.mjs").Module} */ (
    MODULES.find((module) => module.name === "pricing")
  );
  const usage = (/** @type {number} */ cached) => /** @type {const} */ ([6, cached, 210]);

  session.user(
    "CI is red since yesterday: something about seasonal fares. Please find out why and fix it. Do not change the expected amounts in the tests, finance signed them off.",
  );
  session.step({
    thinking: "First what changed, and where seasons are used.",
    text: "I look at what changed lately and where the code reads dates.",
    usage: usage(14200),
    calls: [
      { name: "Bash", input: { command: "git log --format='%h %as %s' -30" }, result: history(chance) },
      {
        name: "Grep",
        input: { pattern: "new Date\\(|Date\\.now\\(|startOfSeason", path: "src" },
        result: matches(chance),
      },
    ],
  });
  session.step({
    text: "Before reading all of it, I run the whole suite as CI does.",
    usage: usage(21800),
    calls: [
      {
        name: "Bash",
        input: { command: "TZ=Europe/Paris npm test 2>&1 | tee test.log", description: "Run all tests" },
        result: fullRun(chance, 40, FAILURE),
      },
    ],
  });
  session.step({
    thinking:
      "The failure is in the last lines: 46900 instead of 48200 on 2026-03-29, the day the clocks change.",
    text: "One failure, at the very end of the log: `seasonal.test.ts:212` expects 48200 and gets 46900 on 29 March, the day when the clocks go forward. I read the calendar and the pricing module.",
    usage: usage(58100),
    calls: [
      {
        name: "Read",
        input: { file_path: "/home/ada/ferrybook/src/pricing/calendar.ts" },
        result: numbered(CALENDAR),
      },
      {
        name: "Read",
        input: { file_path: "/home/ada/ferrybook/src/pricing/pricing.ts" },
        result: numbered(sourceOf(pricing)),
      },
      {
        name: "Read",
        input: { file_path: "/home/ada/ferrybook/src/pricing/pricing.test.ts" },
        result: numbered(testsOf(pricing)),
      },
    ],
  });
  session.step({
    text: "`startOfSeason` floors to a multiple of 24 hours of UTC, which is 01:00 or 02:00 in Paris. The season's start must be a local midnight.",
    usage: usage(66900),
    calls: [
      {
        name: "Edit",
        input: {
          file_path: "/home/ada/ferrybook/src/pricing/calendar.ts",
          old_string: "  return new Date(Math.floor(first.getTime()/DAY) * DAY);",
          new_string: "  return first;",
        },
        result:
          "String to replace not found in file.\nString:   return new Date(Math.floor(first.getTime()/DAY) * DAY);",
        isError: true,
      },
    ],
  });
  session.step({
    text: "The spaces differ; once more with the line as it stands.",
    usage: usage(67300),
    calls: [
      {
        name: "Edit",
        input: {
          file_path: "/home/ada/ferrybook/src/pricing/calendar.ts",
          old_string: "  return new Date(Math.floor(first.getTime() / DAY) * DAY);",
          new_string: "  return new Date(first.getTime() - DAY);",
        },
        result: "The file /home/ada/ferrybook/src/pricing/calendar.ts has been updated.",
      },
    ],
  });
  session.step({
    text: "Again the whole suite.",
    usage: usage(67700),
    calls: [
      {
        name: "Bash",
        input: { command: "TZ=Europe/Paris npm test", description: "Run all tests" },
        result: fullRun(chance, 26, SECOND),
        isError: true,
      },
    ],
  });
  session.step({
    thinking: "Now the day before fails at line 231: I moved the start a whole day.",
    text: "The first test passes, but now the day before is charged as summer (`seasonal.test.ts:231`): I moved the start by a day. It must be `first` itself.",
    usage: usage(96400),
    calls: [
      {
        name: "Edit",
        input: {
          file_path: "/home/ada/ferrybook/src/pricing/calendar.ts",
          old_string: "  return new Date(first.getTime() - DAY);",
          new_string: "  return first;",
        },
        result: "The file /home/ada/ferrybook/src/pricing/calendar.ts has been updated.",
      },
      {
        name: "Bash",
        input: { command: "TZ=Europe/Paris npm test -- src/pricing" },
        result:
          testRun(pricing, chance) +
          testRun({ ...pricing, name: "seasonal" }, chance) +
          passed(2, 121, "3.02"),
      },
    ],
  });
  session.step({
    text: "All 121 pricing tests pass. The cause: the start of a season was cut to a UTC day, so in Paris the first hours of 29 March still cost 469.00 instead of 482.00. The amounts in the tests are unchanged.",
    usage: usage(102300),
  });
  session.user("Good. Run the end-to-end suite too before I merge.");
  session.step({
    text: "I start it; it takes some minutes.",
    usage: usage(102600),
    calls: [{ name: "Bash", input: { command: "npm run e2e", timeout: 900000 } }],
  });
  return `${session.lines.join("\n")}\n`;
}

import { CASES, MODULES } from "./code.mjs";
import { pad } from "./seed.mjs";

/** @typedef {import("./code.mjs").Module} Module */
/** @typedef {import("./seed.mjs").Chance} Chance */

/** What a verbose test run prints for one module. @param {Module} module @param {Chance} chance @param {string} [prefix] */
export function testRun(module, chance, prefix = "") {
  const lines = module.things.flatMap((one) =>
    CASES.map(
      ([verb, what]) =>
        ` ✓ ${prefix}src/${module.name}/${module.name}.test.ts > ${one} > ${verb} ${what} ${chance.whole(0, 9)}ms`,
    ),
  );
  return `${lines.join("\n")}\n`;
}

/** Log lines that the code under test prints while it runs. @param {Module} module @param {number} count @param {Chance} chance */
export function chatter(module, count, chance) {
  const lines = Array.from({ length: count }, () => {
    const one = chance.pick(module.things);
    const event = chance.pick([
      "opened",
      "updated",
      "refused: revision changed",
      "expired after grace time",
      "presented",
    ]);
    return `stdout | src/${module.name}/${module.name}.test.ts\n[${module.name}] ${one} ${chance.hex(8)} ${event} (journal ${chance.whole(100, 9999)})\n`;
  });
  return lines.join("\n");
}

/** A whole run: every module, what it printed, then whatever the caller puts at the end. @param {Chance} chance @param {number} chatterLines @param {string} end */
export function fullRun(chance, chatterLines, end) {
  const head =
    "\n> ferrybook@4.11.0 test\n> vitest run --reporter=verbose\n\n RUN  v3.2.4 /home/ada/ferrybook\n\n";
  const body = MODULES.map(
    (module) => chatter(module, chatterLines, chance) + "\n" + testRun(module, chance),
  );
  return head + body.join("\n") + end;
}

/** The end of a run without a failure. @param {number} files @param {number} tests @param {string} seconds */
export function passed(files, tests, seconds) {
  return `\n Test Files  ${files} passed (${files})\n      Tests  ${tests} passed (${tests})\n   Start at  14:02:11\n   Duration  ${seconds}s\n`;
}

/**
 * Lines of a service's log, one JSON object each, in time order; `special` lines stand at their share of the log.
 * @param {{ service: string, minutes: number, lines: number, events: readonly string[], special?: readonly (readonly [at: number, line: string])[] }} log
 * @param {Chance} chance
 */
export function serviceLog(log, chance) {
  const lines = Array.from({ length: log.lines }, (_, index) => {
    const second = Math.floor((index / log.lines) * log.minutes * 60);
    const time = `2026-03-14T14:${pad(Math.floor(second / 60), 2)}:${pad(second % 60, 2)}.${pad(chance.whole(0, 999), 3)}Z`;
    return JSON.stringify({
      time,
      level: chance.next() < 0.06 ? "warn" : "info",
      service: log.service,
      pod: `${log.service}-${chance.pick(["7c9f", "b21d", "e804"])}`,
      request: chance.hex(16),
      event: chance.pick(log.events),
      ms: chance.whole(3, 180),
    });
  });
  for (const [share, line] of log.special ?? []) lines.splice(Math.floor(share * lines.length), 0, line);
  return `${lines.join("\n")}\n`;
}

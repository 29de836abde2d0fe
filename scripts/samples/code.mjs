import { capital } from "./seed.mjs";

/**
 * A module of the invented ferry booking service: what it is about, and the things that it deals with.
 * @typedef {{ readonly name: string, readonly about: string, readonly things: readonly string[] }} Module
 */

/** The modules of the service. @type {readonly Module[]} */
export const MODULES = [
  {
    name: "routes",
    about: "which harbours a line joins",
    things: ["route", "leg", "stop", "detour", "season"],
  },
  {
    name: "vessels",
    about: "the fleet and what each ship can carry",
    things: ["vessel", "deck", "refit", "rating", "crew"],
  },
  {
    name: "cabins",
    about: "cabins, their berths and who sleeps where",
    things: ["cabin", "berth", "upgrade", "block", "key"],
  },
  { name: "seatmap", about: "seats by deck and row", things: ["seat", "row", "zone", "hold", "swap"] },
  {
    name: "pricing",
    about: "what a crossing costs",
    things: ["fare", "tariff", "surcharge", "quote", "currency"],
  },
  {
    name: "discounts",
    about: "who pays less, and why",
    things: ["discount", "voucher", "resident", "group", "campaign"],
  },
  {
    name: "passengers",
    about: "people on a booking",
    things: ["passenger", "contact", "assistance", "document", "minor"],
  },
  {
    name: "vehicles",
    about: "cars, lorries and their lanes",
    things: ["vehicle", "lane", "trailer", "height", "permit"],
  },
  {
    name: "checkin",
    about: "from arrival at the harbour to the gate",
    things: ["checkin", "gate", "pass", "queue", "scan"],
  },
  {
    name: "boarding",
    about: "who is on board, in which order",
    things: ["boarding", "manifest", "wave", "denial", "headcount"],
  },
  {
    name: "timetable",
    about: "departures, delays and turnarounds",
    things: ["departure", "delay", "turnaround", "slot", "sailing"],
  },
  {
    name: "notices",
    about: "messages to passengers",
    things: ["notice", "template", "channel", "receipt", "digest"],
  },
  {
    name: "refunds",
    about: "money back, and under which rule",
    things: ["refund", "rule", "claim", "waiver", "payout"],
  },
  {
    name: "harbours",
    about: "harbours, berths and tides",
    things: ["harbour", "quay", "tide", "pilot", "closure"],
  },
];

/** Functions of a module, one a thing: each is code that could stand in such a service. */
const SHAPES = [
  (
    /** @type {string} */ one,
    /** @type {string} */ type,
  ) => `/** The ${one} with this id; undefined when there is none, or when it was withdrawn before now. */
export function find${type}(store: Store, id: string): ${type} | undefined {
  const found = store.${one}s.get(id);
  if (!found) return undefined;
  const now = new Date();
  return found.withdrawnAt && found.withdrawnAt <= now ? undefined : found;
}`,
  (
    /** @type {string} */ one,
    /** @type {string} */ type,
  ) => `/** Opens a ${one}. Refuses a second one for the same sailing: the first stays as it was. */
export function open${type}(store: Store, draft: Draft<${type}>): Result<${type}> {
  const taken = [...store.${one}s.values()].find((other) => other.sailing === draft.sailing && !other.closedAt);
  if (taken) return refuse("${one}-taken", \`${one} \${taken.id} is open for sailing \${draft.sailing}\`);
  const created: ${type} = { ...draft, id: nextId("${one}"), openedAt: new Date(), revision: 1 };
  store.${one}s.set(created.id, created);
  store.journal.append({ kind: "${one}-opened", id: created.id, at: created.openedAt });
  return accept(created);
}`,
  (
    /** @type {string} */ one,
    /** @type {string} */ type,
  ) => `/** Changes a ${one} if nobody else did since it was read. */
export function update${type}(store: Store, id: string, change: Partial<${type}>, revision: number): Result<${type}> {
  const current = store.${one}s.get(id);
  if (!current) return refuse("${one}-unknown", \`there is no ${one} \${id}\`);
  if (current.revision !== revision) return refuse("${one}-changed", \`revision \${current.revision}, not \${revision}\`);
  const updated = { ...current, ...change, revision: revision + 1, updatedAt: new Date() };
  store.${one}s.set(id, updated);
  return accept(updated);
}`,
  (
    /** @type {string} */ one,
    /** @type {string} */ type,
  ) => `/** Closes every ${one} that has been idle for longer than its grace time. Gives back how many. */
export function expire${type}s(store: Store, graceMinutes = ${40 + one.length * 5}): number {
  const limit = Date.now() - graceMinutes * 60_000;
  let closed = 0;
  for (const ${one} of store.${one}s.values()) {
    if (${one}.closedAt || ${one}.openedAt.getTime() > limit) continue;
    store.${one}s.set(${one}.id, { ...${one}, closedAt: new Date(), reason: "idle" });
    closed++;
  }
  return closed;
}`,
  (
    /** @type {string} */ one,
    /** @type {string} */ type,
  ) => `/** Orders two entries for the harbour's board: open before closed, then by departure, then by id. */
export function compare${type}s(a: ${type}, b: ${type}): number {
  const openFirst = Number(Boolean(a.closedAt)) - Number(Boolean(b.closedAt));
  if (openFirst !== 0) return openFirst;
  const byTime = a.departsAt.getTime() - b.departsAt.getTime();
  return byTime !== 0 ? byTime : a.id.localeCompare(b.id);
}`,
  (
    /** @type {string} */ one,
    /** @type {string} */ type,
  ) => `/** What the public API shows of a ${one}: no internal notes, times in UTC. */
export function present${type}(${one}: ${type}): Public${type} {
  const { id, sailing, openedAt, closedAt, notes: _notes, ...rest } = ${one};
  return {
    id,
    sailing,
    openedAt: openedAt.toISOString(),
    closedAt: closedAt ? closedAt.toISOString() : null,
    ageMinutes: Math.floor((Date.now() - openedAt.getTime()) / 60_000),
    ...rest,
  };
}`,
  (
    /** @type {string} */ one,
    /** @type {string} */ type,
  ) => `/** Reads a ${one} from a request body. Every fault is named, not just the first. */
export function parse${type}(body: unknown): Result<Draft<${type}>> {
  const faults: string[] = [];
  const sailing = text(body, "sailing", faults);
  const departsAt = instant(body, "departsAt", faults);
  const note = optionalText(body, "note", faults, { longest: 280 });
  if (departsAt && departsAt < new Date()) faults.push("departsAt: lies in the past");
  return faults.length > 0 ? refuse("${one}-invalid", faults.join("; ")) : accept({ sailing, departsAt, note });
}`,
];

/** The source of a module: some 15 to 20 KB. @param {Module} module */
export function sourceOf(module) {
  const types = module.things.map((one) => `  ${capital(one)},\n  Public${capital(one)},`).join("\n");
  const head = `import { accept, refuse, type Result } from "../result.ts";
import { instant, optionalText, text } from "../parse.ts";
import { nextId } from "../ids.ts";
import type { Draft, Store } from "../store.ts";
import type {
${types}
} from "./types.ts";

// ${module.name}: ${module.about}.
`;
  return [
    head,
    ...module.things.flatMap((one) => SHAPES.map((shape) => `${shape(one, capital(one))}\n`)),
  ].join("\n");
}

/** Cases that every thing of a module is tested for. */
export const CASES = [
  ["finds", "one that is open"],
  ["finds", "nothing for an id that was never given"],
  ["finds", "nothing once it was withdrawn"],
  ["opens", "one for a sailing that has none"],
  ["opens", "no second one for the same sailing"],
  ["updates", "when the revision is the one that was read"],
  ["updates", "nothing when somebody else was first"],
  ["expires", "what has been idle for longer than its grace time"],
  ["expires", "nothing that is closed already"],
  ["orders", "open before closed, then by departure"],
  ["presents", "no internal notes"],
  ["parses", "a complete body, and names every fault of a bad one"],
];

/** The test file of a module: some 12 KB. @param {Module} module */
export function testsOf(module) {
  const head = `import { beforeEach, describe, expect, it } from "vitest";
import { openStore, type Store } from "../store.ts";
import { minutes, sailingAt } from "../testing.ts";
import * as ${module.name} from "./${module.name}.ts";

let store: Store;
beforeEach(() => {
  store = openStore();
});
`;
  return [head, ...module.things.map(suiteOf)].join("\n");
}

/** @param {string} one */
function suiteOf(one) {
  const tests = CASES.map(
    ([verb, what], index) => `  it("${verb} ${what}", () => {
    const ${one} = given(store, "${one}", { sailing: sailingAt("${pad2(6 + index)}:${pad2((one.length * 7) % 60)}"), openedAt: minutes(-${index * 5 + 3}) });
    expect(${verb}(store, ${one}.id)).toMatchObject({ id: ${one}.id, revision: ${1 + (index % 3)} });
  });`,
  );
  return `describe("${one}", () => {\n${tests.join("\n")}\n});\n`;
}

/** @param {number} value */
function pad2(value) {
  return String(value).padStart(2, "0");
}

/** A text as a reading tool shows it, with line numbers. @param {string} text @param {number} [from] @param {number} [to] */
export function numbered(text, from = 1, to = Infinity) {
  const lines = text.split("\n");
  const shown = lines.slice(from - 1, Math.min(to, lines.length));
  return shown.map((line, index) => `${String(from + index).padStart(6)}\t${line}`).join("\n");
}

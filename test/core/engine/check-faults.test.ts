import fc from "fast-check";
import { expect, test } from "vitest";
import { checkFaults } from "../../../core/engine/faults.ts";
import { FAULT_KINDS } from "../../../core/model/fault.ts";

const good = [
  { kind: "store-unwritable" },
  { kind: "store-unwritable", fromStep: 3 },
  { kind: "upload-fails" },
  { kind: "output-block", turn: 2 },
  { kind: "tool-timeout", call: "c1" },
  { kind: "approval-denied", call: "a3#1" },
  { kind: "rerun", call: "c1" },
];

test("faults that are whole are taken as they are", () => {
  expect(checkFaults({ faults: good })).toEqual({ faults: good, errors: [] });
});

test.each([
  [{ kind: "store-unwritable", fromstep: 3 }, "faults[0].fromstep", "did you mean fromStep?"],
  [{ kind: "output-block", turn: 1, trun: 2 }, "faults[0].trun", "did you mean turn?"],
  [{ kind: "upload-fails", fromStep: 2 }, "faults[0].fromStep", "no such key of upload-fails: it has kind"],
  [
    JSON.parse('{"kind":"no-scope","__proto__":1}') as object,
    "faults[0].__proto__",
    "no such key of no-scope",
  ],
])("a key that a fault does not have is an error: %j", (fault, field, reason) => {
  const { faults, errors } = checkFaults([fault]);
  expect(faults).toBeUndefined();
  expect(errors).toEqual([{ field, reason: expect.stringContaining(reason) as string }]);
});

test("no fault has a key that nobody reads", () => {
  const known = new Set(["kind", "turn", "call", "fromStep"]);
  const key = fc.string({ minLength: 1 }).filter((one) => !known.has(one));
  fc.assert(
    fc.property(fc.constantFrom(...FAULT_KINDS), key, (kind, own) => {
      const fault: unknown = Object.fromEntries([["kind", kind] as const, [own, 1] as const]);
      const { faults, errors } = checkFaults([fault]);
      expect(faults).toBeUndefined();
      expect(errors[0]?.reason).toContain(`no such key of ${kind}`);
    }),
  );
});

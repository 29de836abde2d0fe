import { describe, expect, it } from "vitest";
import {
  formatAmount,
  parseAmount,
  stepOf,
  stepped,
} from "../../../../renderer/widgets/number-field/amount.ts";

describe("parseAmount", () => {
  it.each([
    ["20000", 20_000],
    ["20,000", 20_000],
    ["20 000", 20_000],
    ["20k", 20_000],
    ["1.5M", 1_500_000],
    ["64 KiB", 65_536],
    ["1 MiB", 1_048_576],
    ["64 kb", 64_000],
    ["-5", -5],
    ["0", 0],
    ["-0", 0],
  ])("reads %s", (typed, value) => {
    expect(parseAmount(typed)).toBe(value);
  });

  it.each(["", "k", "1.5", "abc", "1e9", "0x10", "99999999999999999999", "1 2 x", "constructor", "--1"])(
    "refuses %s",
    (typed) => {
      expect(parseAmount(typed)).toBeUndefined();
    },
  );

  it("reads back what it writes", () => {
    for (const value of [0, 1, 999, 1000, 65_536, 16_777_216])
      expect(parseAmount(formatAmount(value))).toBe(value);
    expect(formatAmount(16_777_216)).toBe("16,777,216");
  });
});

describe("stepped", () => {
  it("steps by one, two or five times a power of ten, of about a twentieth", () => {
    expect([0, 5, 19, 20, 100, 1000, 20_000, 65_536, 1_000_000].map(stepOf)).toEqual([
      1, 1, 1, 1, 5, 50, 1000, 2000, 50_000,
    ]);
  });

  it("goes to the next multiple, ten times as far with Shift, and stays in the range", () => {
    expect(stepped(20_000, true, 1)).toBe(21_000);
    expect(stepped(20_300, true, 1)).toBe(21_000);
    expect(stepped(20_300, false, 1)).toBe(20_000);
    expect(stepped(20_000, true, 10)).toBe(30_000);
    expect(stepped(1000, false, 1, 1000)).toBe(1000);
    expect(stepped(3, true, 10, 0, 8)).toBe(8);
  });

  it("comes back from every step up", () => {
    for (const value of [1, 20, 100, 1000, 20_000, 100_000]) {
      expect(stepped(stepped(value, true, 1), false, 1)).toBe(value);
    }
  });
});

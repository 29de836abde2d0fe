import { describe, expect, it } from "vitest";
import { PLACES, placeOf, type Scale, valueAtPlace } from "../../../../renderer/widgets/slider/scale.ts";

const tokens: Scale = { min: 1000, max: 1_000_000, scale: "log" };
const fromNought: Scale = { min: 0, max: 10_000, scale: "log" };
const lines: Scale = { min: 0, max: 100, scale: "linear" };

describe("a slider's scale", () => {
  it("gives exactly the ends at the ends", () => {
    for (const scale of [tokens, fromNought, lines]) {
      expect(valueAtPlace(0, scale)).toBe(scale.min);
      expect(valueAtPlace(PLACES, scale)).toBe(scale.max);
      expect(placeOf(scale.min, scale)).toBe(0);
      expect(placeOf(scale.max, scale)).toBe(PLACES);
    }
  });

  it("puts powers of ten at even distances", () => {
    expect(placeOf(10_000, tokens)).toBe(Math.round(PLACES / 3));
    expect(placeOf(100_000, tokens)).toBe(Math.round((PLACES * 2) / 3));
    expect(placeOf(50, lines)).toBe(PLACES / 2);
  });

  it("keeps a value outside the range at the nearer end", () => {
    expect(placeOf(5, tokens)).toBe(0);
    expect(placeOf(5_000_000, tokens)).toBe(PLACES);
  });

  it("gives round values that only grow along the way", () => {
    for (const scale of [tokens, fromNought, lines]) {
      let before = -1;
      for (let place = 0; place <= PLACES; place++) {
        const value = valueAtPlace(place, scale);
        expect(Number.isInteger(value)).toBe(true);
        expect(value).toBeGreaterThanOrEqual(before);
        const digits = String(value).replace(/0+$/, "");
        if (value >= 100) expect(digits.length).toBeLessThanOrEqual(2);
        before = value;
      }
    }
  });

  it("draws a dragged value within two places of where it was dragged to", () => {
    for (let place = 0; place <= PLACES; place++) {
      expect(Math.abs(placeOf(valueAtPlace(place, tokens), tokens) - place)).toBeLessThanOrEqual(3);
    }
  });
});

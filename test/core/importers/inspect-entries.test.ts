import { describe, expect, it } from "vitest";
import { inspectEntries } from "../../../core/importers/inspect-entries.ts";

describe("inspectEntries", () => {
  it("gives the head, then the samples in their own order, and nothing else", () => {
    const names = [
      "_journal/start.json",
      "samples/10_epoch_1.json",
      "samples/9_epoch_2.json",
      "samples/9_epoch_1.json",
      "_journal/summaries/1.json",
      "summaries.json",
      "reductions.json",
      "header.json",
    ];
    expect(inspectEntries(names)).toEqual([
      "header.json",
      "samples/9_epoch_1.json",
      "samples/9_epoch_2.json",
      "samples/10_epoch_1.json",
    ]);
  });

  it("takes the start of the journal of a run that crashed", () => {
    expect(inspectEntries(["samples/a_epoch_1.json", "_journal/start.json"])).toEqual([
      "_journal/start.json",
      "samples/a_epoch_1.json",
    ]);
  });

  it("knows no other archive, and follows no path out of it", () => {
    expect(inspectEntries(["header.json", "data.json"])).toEqual([]);
    expect(inspectEntries(["samples/a.json"])).toEqual([]);
    expect(inspectEntries(["header.json", "samples/../../a.json", "/samples/a.json"])).toEqual([]);
  });
});

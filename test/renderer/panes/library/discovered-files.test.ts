import { describe, expect, it } from "vitest";
import type { DiscoveredApp, DiscoveredFile } from "../../../../core/contract/local-files.ts";
import type { TranscriptRow } from "../../../../core/contract/rows.ts";
import { allFiles, byName, known } from "../../../../renderer/panes/library/discovered-files.ts";

const file = (name: string, modified: number, bytes = 10): DiscoveredFile => ({
  id: name,
  name,
  place: "-home-ada-tide",
  bytes,
  modified,
});
const app = (label: string, ...files: DiscoveredFile[]): DiscoveredApp => ({
  app: label,
  label,
  folders: [],
  present: true,
  files,
  more: 0,
  problems: [],
});

describe("logs to choose from", () => {
  const apps = [app("Codex", file("b", 2)), app("pi", file("a", 3), file("c", 1))];

  it("are those of all agents, the newest first", () => {
    expect(allFiles(apps, "").map(({ name }) => name)).toEqual(["a", "b", "c"]);
  });

  it("are narrowed by name, folder or agent", () => {
    expect(allFiles(apps, " CODEX ").map(({ name }) => name)).toEqual(["b"]);
    expect(allFiles(apps, "tide/c").map(({ name }) => name)).toEqual(["c"]);
    expect(allFiles(apps, "nothing")).toEqual([]);
  });
});

describe("a log that the library may have", () => {
  const row = (name: string, bytes: number) => ({ name, bytes }) as TranscriptRow;
  const library = byName([row("a", 10), row("a", 30), row("b", 5)]);

  it.each([
    [file("a", 1, 30), "same"],
    [file("a", 1, 31), "grown"],
    [file("b", 1, 4), undefined],
    [file("c", 1, 10), undefined],
  ])("%# is known by its name and size", (one, there) => {
    expect(known(one, library)).toBe(there);
  });
});

import { describe, expect, it } from "vitest";
import { EchoFilter } from "../../../../renderer/widgets/code-editor/echo.ts";

describe("EchoFilter", () => {
  it("knows what comes back late, while more is typed", () => {
    const echo = new EchoFilter();
    for (const text of ["k", "ke", "kee"]) echo.told(text);
    expect(echo.isEcho("k")).toBe(true);
    echo.told("keep");
    expect(echo.isEcho("kee")).toBe(true);
    expect(echo.isEcho("keep")).toBe(true);
  });

  it("lets a value from elsewhere through, also one that was typed long before", () => {
    const echo = new EchoFilter();
    echo.told("a");
    echo.told("ab");
    expect(echo.isEcho("ab")).toBe(true);
    expect(echo.isEcho("a")).toBe(false);
    echo.told("abc");
    expect(echo.isEcho("formatted")).toBe(false);
    expect(echo.isEcho("abc")).toBe(false);
  });
});

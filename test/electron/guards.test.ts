import { expect, test } from "vitest";
import {
  guardContents,
  guardSession,
  isLocalRequest,
  permits,
  refuseNavigation,
} from "../../electron/guards.ts";

function navigate(url: string): boolean {
  let refused = false;
  refuseNavigation({ url, preventDefault: () => (refused = true) });
  return refused;
}

test.each([
  "https://example.com/",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "data:text/html,x",
  "app://other/",
  "about:blank",
])("a navigation to %s is refused", (url) => expect(navigate(url)).toBe(true));

test("the page may go to itself", () => {
  expect(navigate("app://ui/#step=3")).toBe(false);
});

test("copying is all that the page is granted, and only the page", () => {
  expect(permits("clipboard-sanitized-write", "app://ui/")).toBe(true);
  expect(permits("clipboard-sanitized-write", "https://example.com/")).toBe(false);
  for (const permission of [
    "clipboard-read",
    "media",
    "geolocation",
    "notifications",
    "openExternal",
    "fileSystem",
    "hid",
  ])
    expect(permits(permission, "app://ui/")).toBe(false);
});

test("requests stay on this machine", () => {
  expect(["app://ui/x.js", "blob:app://ui/1", "data:,x"].every(isLocalRequest)).toBe(true);
  expect(
    ["https://a.example/", "http://127.0.0.1/", "ws://a.example/", "file:///etc/passwd", "x"].some(
      isLocalRequest,
    ),
  ).toBe(false);
});

test("contents deny windows and embedded pages, and guard every frame", () => {
  const listeners = new Map<string, (event: unknown) => void>();
  let opened: unknown;
  const contents = {
    on: (name: string, listener: (event: unknown) => void) => listeners.set(name, listener),
    setWindowOpenHandler: (handler: (details: unknown) => unknown) =>
      (opened = handler({ url: "https://a.example/" })),
  };
  guardContents(contents as never);
  expect(opened).toEqual({ action: "deny" });
  for (const name of ["will-frame-navigate", "will-redirect", "will-attach-webview"]) {
    let refused = false;
    listeners.get(name)?.({ url: "https://a.example/", preventDefault: () => (refused = true) });
    expect(refused, name).toBe(true);
  }
});

test("a session answers every question by the rules above", () => {
  const answers: unknown[] = [];
  const answer = (value: unknown) => answers.push(value);
  const page = { getURL: () => "app://ui/" };
  guardSession({
    setPermissionRequestHandler: (handler: (c: unknown, p: string, a: typeof answer) => void) => {
      handler(page, "geolocation", answer);
      handler(page, "clipboard-sanitized-write", answer);
    },
    setPermissionCheckHandler: (handler: (c: unknown, p: string, o: string) => boolean) => {
      answers.push(handler(null, "media", "app://ui/"));
    },
    webRequest: {
      onBeforeRequest: (handler: (r: { url: string }, a: typeof answer) => void) => {
        handler({ url: "https://a.example/x" }, answer);
        handler({ url: "app://ui/x.js" }, answer);
      },
    },
  } as never);
  expect(answers).toEqual([false, true, false, { cancel: true }, { cancel: false }]);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import {
  answerOpenDialog,
  dialogProperties,
  isTrustedCaller,
  readOpenDialogRequest,
} from "../../electron/requests.ts";

const page = { senderFrame: { url: "app://ui/#x", parent: null } };
const request = { folders: false, many: true };

test("only the page's top frame is trusted", () => {
  expect(isTrustedCaller(page)).toBe(true);
  expect(isTrustedCaller({ senderFrame: null })).toBe(false);
  expect(isTrustedCaller({ senderFrame: { url: "app://ui/", parent: {} } })).toBe(false);
  expect(isTrustedCaller({ senderFrame: { url: "https://example.com/", parent: null } })).toBe(false);
});

test("a request is read only when it is exactly one", () => {
  expect(readOpenDialogRequest(request)).toEqual(request);
  for (const bad of [undefined, null, 1, "x", [], {}, { folders: 1, many: true }, { ...request, extra: 1 }])
    expect(readOpenDialogRequest(bad)).toBeUndefined();
});

test("whatever is sent, reading it never throws", () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      readOpenDialogRequest(value);
    }),
  );
});

test("the dialog opens for the page with a good request alone", async () => {
  const show = () => Promise.resolve(["/a"]);
  await expect(answerOpenDialog(page, request, show)).resolves.toEqual(["/a"]);
  expect(() => answerOpenDialog({ senderFrame: null }, request, show)).toThrow("refused");
  expect(() => answerOpenDialog(page, { folders: true }, show)).toThrow("refused");
});

test("a request becomes Electron's properties", () => {
  expect(dialogProperties(request)).toEqual(["openFile", "multiSelections"]);
  expect(dialogProperties({ folders: true, many: false })).toEqual(["openDirectory"]);
});

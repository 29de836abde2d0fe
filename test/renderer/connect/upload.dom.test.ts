import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { uploadFile, uploadFolder } from "../../../renderer/connect/upload.ts";
import { windowName } from "../../../renderer/connect/window-name.ts";

/** A request that the test answers. */
class Request {
  static last: Request;
  status = 0;
  responseText = "";
  url = "";
  sent: unknown;
  readonly upload: { onprogress?: (event: { loaded: number }) => void } = {};
  onload = () => {};
  onerror = () => {};
  onabort = () => {};
  constructor() {
    Request.last = this;
  }
  open(_method: string, url: string): void {
    this.url = url;
  }
  setRequestHeader(): void {}
  send(body: unknown): void {
    this.sent = body;
  }
  abort(): void {
    this.onabort();
  }
  answer(status: number, text: string): void {
    Object.assign(this, { status, responseText: text });
    this.onload();
  }
}

beforeEach(() => void vi.stubGlobal("XMLHttpRequest", Request));
afterEach(() => void vi.unstubAllGlobals());

const file = new File(["12345"], "a b&c.jsonl");

test("the file's bytes go to the host under its name, with progress, and come back as a source", async () => {
  const seen: number[] = [];
  const source = uploadFile(file, { onProgress: (done) => seen.push(done) });
  expect(Request.last.url).toBe(`/upload?name=a%20b%26c.jsonl&window=${windowName}`);
  expect(windowName).toMatch(/^[0-9a-f]{32}$/);
  expect(Request.last.sent).toBe(file);
  Request.last.upload.onprogress?.({ loaded: 3 });
  Request.last.answer(200, '{"upload":"u-1"}');
  expect(await source).toEqual({ kind: "upload", upload: "u-1" });
  expect(seen).toEqual([3]);
});

test.each([
  [413, "The file is larger than 4 GiB.\n", "The file is larger than 4 GiB."],
  [507, "The disk is full.", "The disk is full."],
  [500, "<html>stack</html>", "a b&c.jsonl: the host did not take the file (HTTP 500)"],
  [200, "{}", "a b&c.jsonl: the host did not take the file (HTTP 200)"],
])("an answer of %i is an error in words", async (status, text, message) => {
  const source = uploadFile(file);
  Request.last.answer(status, text);
  await expect(source).rejects.toMatchObject({ code: "bad_input", message });
});

test("cancelling ends it as aborted, a broken connection as closed", async () => {
  const abort = new AbortController();
  const first = uploadFile(file, { signal: abort.signal });
  abort.abort();
  await expect(first).rejects.toMatchObject({ code: "aborted" });
  const second = uploadFile(file);
  Request.last.onerror();
  await expect(second).rejects.toMatchObject({ code: "closed" });
});

test("a folder that is given up while it is sent is let go of, file by file", async () => {
  const deleted: unknown[] = [];
  const fetched = (url: string, { method }: RequestInit) => {
    deleted.push([method, url]);
    return Promise.reject(new Error("no connection"));
  };
  vi.stubGlobal("fetch", fetched);
  const files = ["a", "b", "c"].map((name) => ({ file: new File(["1"], name), name }));
  const abort = new AbortController();
  const sending = uploadFolder({ name: "logs", files }, { signal: abort.signal });
  for (const id of ["u/1", "u2"]) {
    const request = Request.last;
    request.answer(200, JSON.stringify({ upload: id }));
    await vi.waitFor(() => expect(Request.last).not.toBe(request));
  }
  abort.abort();
  await expect(sending).rejects.toMatchObject({ code: "aborted" });
  expect(deleted).toEqual([
    ["DELETE", "/upload?id=u%2F1"],
    ["DELETE", "/upload?id=u2"],
  ]);
});

test("a file of a folder that cannot be read does not keep the others from it, and is told", async () => {
  const unreadable = new File(["1"], "b");
  const broken = { arrayBuffer: () => Promise.reject(new Error("gone")) } as unknown as Blob;
  vi.spyOn(unreadable, "slice").mockReturnValue(broken);
  const files = [new File(["1"], "a"), unreadable, new File(["1"], "c")];
  const folder = { name: "logs", files: files.map((one) => ({ file: one, name: `x/${one.name}` })) };
  const sending = uploadFolder(folder);
  for (const one of files) {
    await vi.waitFor(() => expect(Request.last.sent).toBe(one));
    if (one === unreadable) Request.last.onerror();
    else Request.last.answer(200, JSON.stringify({ upload: one.name }));
  }
  expect(await sending).toEqual({
    kind: "uploads",
    name: "logs",
    files: [
      { upload: "a", name: "x/a" },
      { upload: "c", name: "x/c" },
    ],
    refused: [{ name: "x/b", message: expect.stringContaining("b cannot be read") as unknown }],
  });
});

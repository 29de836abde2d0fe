import { expect, test } from "vitest";
import { electronConnection, PORT_MESSAGE, type Shell } from "../../../renderer/connect/electron.ts";

const shell: Shell = {
  pathForFile: (file) => (file.name === "a.jsonl" ? "/made/up/a.jsonl" : ""),
  onCommand: () => () => {},
};

function handOver(port: MessagePort, source: unknown = window): void {
  const event = new MessageEvent("message", { data: PORT_MESSAGE });
  Object.defineProperties(event, { source: { value: source }, ports: { value: [port] } });
  window.dispatchEvent(event);
}

test("calls wait for the port, go through it, and its answers come back", async () => {
  const { host, link } = electronConnection(window, shell);
  const answer = host.call("settings.get", { key: "x" });
  expect(link.get()).toEqual({ kind: "connecting" });
  const { port1, port2 } = new MessageChannel();
  const heard = new Promise<unknown>((resolve) => {
    port2.onmessage = (event: MessageEvent) => resolve(event.data);
  });
  handOver(port1);
  expect(link.get()).toEqual({ kind: "open" });
  expect(await heard).toEqual({ t: "call", id: 1, m: "settings.get", p: { key: "x" } });
  port2.postMessage({ t: "ok", id: 1, r: "answer" });
  expect(await answer).toBe("answer");
  port1.close();
  port2.close();
});

test("a port from another window is not taken", () => {
  const { link } = electronConnection(window, shell);
  const { port1 } = new MessageChannel();
  handOver(port1, {});
  expect(link.get()).toEqual({ kind: "connecting" });
  port1.close();
});

test("a folder is named by its path, or by that of its files", async () => {
  const connection = electronConnection(window, shell);
  const root = new File([], "a.jsonl");
  const named = { kind: "path", path: "/made/up/a.jsonl" };
  expect(await connection.folderOf({ name: "a", root, files: [] })).toEqual(named);
  const below = [{ file: root, name: "up/a.jsonl" }];
  expect(await connection.folderOf({ name: "made", files: below })).toEqual({ kind: "path", path: "/made" });
  await expect(connection.folderOf({ name: "x", files: [] })).rejects.toMatchObject({ code: "bad_input" });
});

test("a file is named by its path; one without a path is refused", async () => {
  const connection = electronConnection(window, shell);
  expect(await connection.sourceOf(new File([], "a.jsonl"))).toEqual({
    kind: "path",
    path: "/made/up/a.jsonl",
  });
  await expect(connection.sourceOf(new File([], "b.jsonl"))).rejects.toMatchObject({ code: "bad_input" });
});

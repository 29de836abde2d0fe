import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { answerFile } from "../../../host/http/static-files.ts";
import { temporaryFolder } from "../../support/host-library.ts";

/** What comes of an answer with a file to somebody who leaves at a given moment of it. */
async function answerTo(leaves: "before" | "during" | "never"): Promise<{ status: number; length: number }> {
  const pages = temporaryFolder();
  writeFileSync(path.join(pages, "page.html"), "x".repeat(5_000_000));
  const answered = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    if (leaves === "before") response.destroy();
    if (leaves === "during") response.once("pipe", () => response.destroy());
    answerFile(pages, "/page.html", request, response).then(answered.resolve, answered.reject);
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const told = new Promise<{ status: number; length: number }>((resolve) => {
    let length = 0;
    get({ port, host: "127.0.0.1", path: "/page.html", agent: false }, (answer) => {
      const end = () => resolve({ status: answer.statusCode ?? 0, length });
      answer.on("data", (bytes: Buffer) => (length += bytes.length));
      answer.on("end", end).on("error", end);
    }).on("error", () => resolve({ status: 0, length: 0 }));
  });
  await answered.promise;
  return told;
}

test("a page that is left before, or while, its file is sent is no failure of the server's", async () => {
  expect(await answerTo("before")).toEqual({ status: 0, length: 0 });
  expect((await answerTo("during")).length).toBeLessThan(5_000_000);
  expect(await answerTo("never")).toEqual({ status: 200, length: 5_000_000 });
});

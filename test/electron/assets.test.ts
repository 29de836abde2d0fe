import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isOwnAddress } from "../../electron/address.ts";
import { assetFile, contentType, serveAsset } from "../../electron/assets.ts";

const top = mkdtempSync(path.join(tmpdir(), "ullage-assets-"));
const folder = path.join(top, "renderer");

beforeAll(() => {
  mkdirSync(path.join(folder, "assets"), { recursive: true });
  writeFileSync(path.join(folder, "index.html"), "<p>page</p>");
  writeFileSync(path.join(folder, "assets", "a b.js"), "1");
  writeFileSync(path.join(top, "secret.txt"), "secret");
  mkdirSync(path.join(top, "renderer-other"));
  writeFileSync(path.join(top, "renderer-other", "x.txt"), "secret");
});
afterAll(() => rmSync(top, { recursive: true, force: true }));

const get = (url: string, method = "GET") => serveAsset(folder, { url, method });

describe("the page's own addresses", () => {
  test.each(["app://ui/", "app://ui/assets/x.js?y#z"])("%s is one", (address) => {
    expect(isOwnAddress(address)).toBe(true);
  });
  test.each([
    "app://other/",
    "app://ui.evil/",
    "app://x@ui/",
    "app://ui:1/",
    "https://ui/",
    "file:///etc/passwd",
    "",
    "ui",
  ])("%j is none", (address) => expect(isOwnAddress(address)).toBe(false));
});

describe("files for addresses", () => {
  test("the origin stands for its index", () => {
    expect(assetFile(folder, "app://ui/")).toBe(path.join(folder, "index.html"));
  });
  test("percent signs are undone once", () => {
    expect(assetFile(folder, "app://ui/assets/a%20b.js")).toBe(path.join(folder, "assets", "a b.js"));
    expect(assetFile(folder, "app://ui/%252e%252e/x.js")).toBe(path.join(folder, "%2e%2e", "x.js"));
  });
  test.each([
    "app://ui/../secret.txt",
    "app://ui/..%2fsecret.txt",
    "app://ui/%2e%2e/secret.txt",
    "app://ui/assets/..%2f..%2fsecret.txt",
    "app://ui/..%5csecret.txt",
    "app://ui/..\\secret.txt",
    "app://ui/..%2frenderer-other/x.txt",
    "app://ui//etc/passwd",
    "app://ui/%2fetc/passwd",
    "app://ui/index.html%00.js",
    "app://ui/%",
    "app://other/index.html",
    "file:///etc/passwd",
  ])("%s leads nowhere outside", async (address) => {
    const file = assetFile(folder, address);
    if (file !== undefined) expect(file.startsWith(folder + path.sep)).toBe(true);
    const answer = await get(address);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toBe("");
  });
});

describe("answers", () => {
  test("a page comes with its policy and its type", async () => {
    const answer = await get("app://ui/");
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe("<p>page</p>");
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  });
  test("HEAD has the headers alone", async () => {
    const answer = await get("app://ui/", "HEAD");
    expect([answer.status, await answer.text()]).toEqual([200, ""]);
    expect(answer.headers.get("content-type")).toContain("text/html");
  });
  test("other methods are refused", async () => {
    expect((await get("app://ui/", "POST")).status).toBe(405);
  });
  test("a folder is no file", async () => {
    expect((await get("app://ui/assets")).status).toBe(404);
  });
  test("the policy lets nothing in from elsewhere, and no script written in the page", async () => {
    const policy = (await get("app://ui/")).headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/^default-src '(self|none)';/);
    expect(policy).toMatch(/script-src 'self'(;|$)/);
    for (const line of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect(policy).toContain(line);
    expect(policy).not.toMatch(/https?:|ws:|\*|unsafe-eval/);
  });
  test("a refusal has the same headers", async () => {
    expect((await get("app://ui/none.js")).headers.get("content-security-policy")).toContain(
      "script-src 'self'",
    );
  });
  test("unknown kinds are bytes", () => {
    expect(contentType("x.TTF")).toBe("font/ttf");
    expect(contentType("x.exe")).toBe("application/octet-stream");
  });
});

import { createReadStream, type Stats } from "node:fs";
import { stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { codeOf } from "../failure.ts";
import { answerText, safeHeaders } from "./answer.ts";

const contentTypes: ReadonlyMap<string, string> = new Map([
  [".html", "text/html; charset=utf-8"],
  [".js", "text/javascript; charset=utf-8"],
  [".css", "text/css; charset=utf-8"],
  [".json", "application/json"],
  [".map", "application/json"],
  [".ttf", "font/ttf"],
  [".woff2", "font/woff2"],
  [".svg", "image/svg+xml"],
  [".png", "image/png"],
  [".ico", "image/x-icon"],
  [".wasm", "application/wasm"],
  [".txt", "text/plain; charset=utf-8"],
]);

/** The file that a path of an address means, or undefined when it leaves the folder or is no good path. */
export function fileIn(root: string, pathname: string): string | undefined {
  let decoded: string;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
  if (decoded.includes("\0") || decoded.includes("\\")) return undefined;
  const segments = decoded.split("/");
  // No hidden files, no way up, no drive letters or streams.
  if (segments.some((segment) => segment.startsWith(".") || segment.includes(":"))) return undefined;
  const file = path.join(root, decoded === "/" ? "index.html" : decoded);
  return file.startsWith(root + path.sep) ? file : undefined;
}

async function fileInfo(file: string | undefined): Promise<Stats | undefined> {
  if (file === undefined) return undefined;
  try {
    const info = await stat(file);
    return info.isFile() ? info : undefined;
  } catch {
    return undefined;
  }
}

/** Answers with a file of the folder, or 404. */
export async function answerFile(
  root: string,
  pathname: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const file = fileIn(root, pathname);
  const info = await fileInfo(file);
  if (!file || !info) return answerText(request, response, 404, "There is no such page.");
  // A page that was left while its file was looked for wants no answer any more.
  if (response.destroyed) return;
  response.writeHead(200, {
    ...safeHeaders,
    "content-type": contentTypes.get(path.extname(file)) ?? "application/octet-stream",
    "content-length": info.size,
    // Files of assets/ have a hash of their content in their names.
    "cache-control": pathname.startsWith("/assets/") ? "max-age=31536000, immutable" : "no-cache",
  });
  if (request.method === "HEAD") return void response.end();
  try {
    await pipeline(createReadStream(file), response);
  } catch (error) {
    if (codeOf(error) !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
  }
}

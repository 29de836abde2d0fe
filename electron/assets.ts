import { readFile } from "node:fs/promises";
import path from "node:path";
import { safeHeaders } from "../host/http/answer.ts";
import { fileIn } from "../host/http/static-files.ts";
import { isOwnAddress } from "./address.ts";

const types: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".ttf": "font/ttf",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
};

/** The content type for a file name; bytes of unknown kind are never sniffed. */
export function contentType(file: string): string {
  return types[path.extname(file).toLowerCase()] ?? "application/octet-stream";
}

/**
 * The file below `folder` that an address of the page's origin stands for; undefined for other origins and for
 * whatever would lead out of the folder.
 */
export function assetFile(folder: string, address: string): string | undefined {
  return isOwnAddress(address) ? fileIn(path.resolve(folder), new URL(address).pathname) : undefined;
}

const nothing = (status: number) => new Response(null, { status, headers: safeHeaders });

/** Answers a request for one of the app's own files, with the headers that confine the page in either shell. */
export async function serveAsset(
  folder: string,
  request: { url: string; method: string },
): Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD") return nothing(405);
  const file = assetFile(folder, request.url);
  const bytes = file === undefined ? undefined : await readFile(file).catch(() => undefined);
  if (file === undefined || bytes === undefined) return nothing(404);
  return new Response(request.method === "HEAD" ? null : new Uint8Array(bytes), {
    headers: { ...safeHeaders, "cache-control": "no-cache", "content-type": contentType(file) },
  });
}

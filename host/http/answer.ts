import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * What the page may do: nothing from elsewhere, no eval. Monaco sets styles inline, brings its icons as a data font
 * and starts its worker from a blob.
 */
const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "img-src 'self' data: blob:",
  "worker-src 'self' blob:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Headers of every answer. */
export const safeHeaders = {
  "content-security-policy": contentSecurityPolicy,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-frame-options": "DENY",
} as const;

/** Answers with a line of text. What is left of the request's body is not read. */
export function answerText(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  text: string,
): void {
  const body = `${text}\n`;
  const headers = {
    ...safeHeaders,
    "content-type": "text/plain; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
  };
  // A body that nobody reads would keep the connection from its next request.
  if (request.method !== "GET" && request.method !== "HEAD") response.setHeader("connection", "close");
  response.writeHead(status, headers).end(request.method === "HEAD" ? undefined : body);
}

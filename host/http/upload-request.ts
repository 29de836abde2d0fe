import type { IncomingMessage, ServerResponse } from "node:http";
import { HostError } from "../../core/contract/rpc.ts";
import { failureOf } from "../failure.ts";
import { type Uploads, largestUpload } from "../files/uploads.ts";
import { answerText, safeHeaders } from "./answer.ts";

const longestName = 1000;
const longestWindow = 100;

/** DELETE /upload?id=…: lets go of what was sent and will not be imported. */
export async function answerForget(
  uploads: Uploads,
  address: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  await uploads.forget(address.searchParams.get("id") ?? "");
  request.resume();
  response.writeHead(204, { ...safeHeaders, "cache-control": "no-store" }).end();
}

/** The name that a window gave itself, of a request or of its connection; "" where it has none. */
export function windowOf(address: URL): string {
  return (address.searchParams.get("window") ?? "").slice(0, longestWindow);
}

/** POST /upload?name=…&window=…: stores the body as it comes and answers `{ "upload": id }`. */
export async function answerUpload(
  uploads: Uploads,
  address: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const name = (address.searchParams.get("name") ?? "").slice(0, longestName) || "dropped file";
  if (Number(request.headers["content-length"] ?? 0) > largestUpload)
    return answerText(request, response, 413, "The file is larger than 4 GiB.");
  try {
    const body = JSON.stringify({ upload: await uploads.receive(name, request, windowOf(address)) });
    response
      .writeHead(200, { ...safeHeaders, "content-type": "application/json", "cache-control": "no-store" })
      .end(body);
  } catch (error) {
    if (request.destroyed && !request.complete) return void response.destroy();
    // What still comes is let through to nowhere, so that the answer can be read before the connection ends.
    request.resume();
    response.setHeader("connection", "close");
    const failure = failureOf(error, false);
    answerText(
      request,
      response,
      failure instanceof HostError && failure.code === "bad_input" ? 413 : 507,
      failure.message,
    );
  }
}

import { HostError } from "../../core/contract/rpc.ts";
import { stringField } from "../../core/model/json.ts";
import type { ImportSource } from "../../core/contract/methods.ts";
import type { HandOver, LocalFolder } from "../../core/contract/connection.ts";
import type { FolderSource } from "../../core/contract/folder.ts";

/** Sends a file's bytes to `POST /upload` and gives the import source that names them. XHR, as fetch tells no progress. */
export function uploadFile(file: File, options: HandOver = {}): Promise<ImportSource> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", `/upload?name=${encodeURIComponent(file.name)}`);
    request.setRequestHeader("content-type", "application/octet-stream");
    request.upload.onprogress = (event) => options.onProgress?.(event.loaded, file.size);
    request.onload = () => {
      const upload = request.status < 300 ? uploadId(request.responseText) : undefined;
      if (upload) resolve({ kind: "upload", upload });
      else reject(refusal(file.name, request));
    };
    request.onerror = () => void broken(file).then(reject);
    request.onabort = () => reject(new HostError("aborted", `${file.name}: cancelled`));
    options.signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(file);
  });
}

/** Sends the files of a folder, one after the other; progress is of all of them. */
export async function uploadFolder(
  { name, files }: LocalFolder,
  { onProgress, signal }: HandOver = {},
): Promise<FolderSource> {
  const total = files.reduce((sum, { file }) => sum + file.size, 0);
  const sent: { readonly upload: string; readonly name: string }[] = [];
  let done = 0;
  for (const one of files) {
    const source = await uploadFile(one.file as File, {
      onProgress: (part) => onProgress?.(done + part, total),
      ...(signal ? { signal } : {}),
    });
    if (source.kind === "upload") sent.push({ upload: source.upload, name: one.name });
    done += one.file.size;
  }
  return { kind: "uploads", name, files: sent };
}

/** Why a file was not sent: what cannot be read breaks the request just as a lost connection does. */
async function broken(file: File): Promise<HostError> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return new HostError("closed", `${file.name}: the connection broke while sending it`);
  } catch {
    const why = "it is a folder (drop the files in it), or it was moved or changed (drop it again)";
    return new HostError("bad_input", `${file.name} cannot be read: ${why}.`);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function uploadId(text: string): string | undefined {
  return stringField(parsed(text), "upload");
}

function refusal(name: string, request: XMLHttpRequest): HostError {
  // These statuses come with a line for people; anything else may be a page of who knows what.
  const told = (request.status >= 400 && request.status < 500) || request.status === 507;
  const said = told ? request.responseText.trim().slice(0, 1000) : "";
  return new HostError(
    "bad_input",
    said || `${name}: the host did not take the file (HTTP ${request.status})`,
  );
}

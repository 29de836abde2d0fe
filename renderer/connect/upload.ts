import { HostError } from "../../core/contract/rpc.ts";
import { stringField } from "../../core/model/json.ts";
import type { ImportSource } from "../../core/contract/methods.ts";
import type { HandOver, LocalFolder } from "../../core/contract/connection.ts";
import type { FolderSource, RefusedFile } from "../../core/contract/folder.ts";
import { windowName } from "./window-name.ts";

/** Sends a file's bytes to `POST /upload` and gives the import source that names them. XHR, as fetch tells no progress. */
export function uploadFile(file: File, options: HandOver = {}): Promise<ImportSource> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", `/upload?name=${encodeURIComponent(file.name)}&window=${windowName}`);
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

/** What was sent of a folder, and what could not be read: that does not keep the others from it. */
interface Sent {
  readonly files: { readonly upload: string; readonly name: string }[];
  readonly refused: RefusedFile[];
}

/** Sends the files of a folder, one after the other; progress is of all of them. What was sent in vain is let go of. */
export async function uploadFolder(folder: LocalFolder, options: HandOver = {}): Promise<FolderSource> {
  const sent: Sent = { files: [], refused: [] };
  try {
    await sendAll(folder, options, sent);
  } catch (error) {
    for (const { upload } of sent.files) void forget(upload);
    throw error;
  }
  const { name, passedOver, more } = folder;
  return { kind: "uploads", name, ...sent, passedOver, more };
}

async function sendAll({ files }: LocalFolder, { onProgress, signal }: HandOver, sent: Sent): Promise<void> {
  const total = files.reduce((sum, { file }) => sum + file.size, 0);
  let done = 0;
  for (const one of files) {
    try {
      const source = await uploadFile(one.file as File, {
        onProgress: (part) => onProgress?.(done + part, total),
        ...(signal ? { signal } : {}),
      });
      if (source.kind === "upload") sent.files.push({ upload: source.upload, name: one.name });
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      sent.refused.push({ name: one.name, message: error.message });
    }
    done += one.file.size;
  }
}

/** When the host cannot be told, it deletes the file when this window has gone. */
async function forget(upload: string): Promise<void> {
  await fetch(`/upload?id=${encodeURIComponent(upload)}`, { method: "DELETE" }).catch(() => undefined);
}

/** Why a file was not sent: what cannot be read breaks the request just as a lost connection does. */
async function broken(file: File): Promise<HostError> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return new HostError("closed", `${file.name}: the connection broke while sending it`);
  } catch {
    const why = "it is a folder (drop the files in it), or it was moved or changed (drop it again)";
    return new Unreadable("bad_input", `${file.name} cannot be read: ${why}.`);
  }
}

/** A file that the page cannot read: another one may well be. */
class Unreadable extends HostError {}

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

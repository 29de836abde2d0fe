import type { MessageBody } from "../../../core/contract/run-view.ts";
import { messageText } from "../../data/body-blocks.ts";
import type { CopyBody } from "../../data/queries.ts";
import { formatCount, plural } from "../../widgets/quantity.tsx";
import { toast } from "../../widgets/toast.tsx";

function notCopied(detail: string): void {
  toast({ tone: "error", title: "Not copied", detail });
}

async function put(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    notCopied("The browser does not let this page write to the clipboard.");
    return false;
  }
}

async function copyAsRecorded(body: MessageBody): Promise<void> {
  const text = messageText(body.message);
  if (await put(text))
    toast({ tone: "ok", title: `Copied ${formatCount(text.length)} characters as they are` });
}

/** Puts into the clipboard what is shown of a body, without its secrets; those are there for the asking. */
export async function copyBody(shown: MessageBody, maxChars: number, copy: CopyBody): Promise<void> {
  try {
    const body = await copy(maxChars);
    const text = messageText(body.message);
    if (!(await put(text))) return;
    const cut = body.omitted > 0 ? `; ${formatCount(body.omitted)} characters are not loaded yet` : "";
    const title = `Copied ${formatCount(text.length)} characters${cut}`;
    if (body.masked === 0) return void toast({ tone: "ok", title });
    const detail = `${plural(body.masked, "secret")} masked`;
    const action = { label: "Copy as it is", run: () => void copyAsRecorded(shown) };
    toast({ tone: "ok", title, detail, action });
  } catch (error) {
    notCopied(error instanceof Error ? error.message : String(error));
  }
}

import { profileFileName, profileText } from "../../data/profile-file.ts";
import { draft } from "../../state/draft.ts";
import { toast } from "../../widgets/toast.tsx";

/** Hands the draft over as a file of its name. */
export function saveProfileFile(): void {
  const { profile } = draft.getState();
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([profileText(profile)], { type: "application/json" }));
  link.download = profileFileName(profile);
  link.click();
  // The download has its bytes by then; at once would be too early in some browsers.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Puts the draft into the clipboard. */
export async function copyProfile(): Promise<void> {
  try {
    await navigator.clipboard.writeText(profileText(draft.getState().profile));
    toast({ tone: "ok", title: "Profile copied as JSON" });
  } catch (thrown) {
    toast({ tone: "error", title: "The profile was not copied", detail: (thrown as Error).message });
  }
}

import type { ProfileInput } from "../../../core/model/profile.ts";
import { checkProfile } from "../../../core/policies/check.ts";
import { profileInFile } from "../../data/profile-file.ts";
import { draft } from "../../state/draft.ts";
import { toast } from "../../widgets/toast.tsx";

/** Makes a profile of a file or of pasted text the draft, and says so; the draft before can be brought back. */
export function openProfile(profile: ProfileInput, from: string): void {
  const { profile: before, base, open } = draft.getState();
  open(profile, undefined);
  const name = typeof profile.name === "string" && profile.name !== "" ? profile.name : from;
  const back = () => draft.getState().open(before, base);
  const { errors } = checkProfile(profile).problems;
  const wrong = errors.length > 0;
  toast({
    tone: wrong ? "info" : "ok",
    title: `Profile ${name.slice(0, 120)} loaded${wrong ? ", with errors" : ""}`,
    detail: wrong
      ? `It is not run until they are mended: ${errors[0]?.reason ?? ""}`
      : "It is the draft now, not saved yet.",
    action: { label: "Undo", run: back },
  });
}

/** Makes the profile in a file the draft; says so when the file holds none. */
export async function openProfileFile(file: File): Promise<void> {
  const profile = await profileInFile(file);
  if (profile) return openProfile(profile, file.name);
  toast({
    tone: "error",
    title: `${file.name} is no profile`,
    detail: "A profile is a JSON object with a list of “policies”.",
  });
}

/** Asks for a file and makes the profile in it the draft. */
export function chooseProfileFile(): void {
  const field = document.createElement("input");
  field.type = "file";
  field.accept = ".json,application/json";
  field.addEventListener("change", () => {
    const [file] = field.files ?? [];
    if (file) void openProfileFile(file);
  });
  field.click();
}

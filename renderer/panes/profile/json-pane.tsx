import { useMemo, useState } from "react";
import { isJsonObject } from "../../../core/model/json.ts";
import type { ProfileInput } from "../../../core/model/profile.ts";
import { profileJsonSchema } from "../../../core/policies/json-schema.ts";
import { draft } from "../../state/draft.ts";
import { CodeEditor, type CodeMarker } from "../../widgets/code-editor/code-editor.tsx";
import { policyIndex } from "./fixes.ts";
import { type JsonPlace, locate } from "./json-locate.ts";
import { profileText } from "../../data/profile-file.ts";
import { useFirstScreen } from "../../data/use-first-screen.ts";
import { parseProfile, textFor } from "./json-sync.ts";
import type { Problem } from "./problems.ts";

type Path = readonly (string | number)[];

/** Where in the JSON text a problem may be marked, best first: its value, or the policy's kind where that is left out. */
export function problemPaths(profile: ProfileInput, problem: Problem): Path[] {
  const param = problem.param.split(".");
  if (problem.policy === "profile") return [param, ["name"]];
  const at = policyIndex(profile, problem);
  return at < 0
    ? []
    : [
        ["policies", at, ...param],
        ["policies", at, "kind"],
      ];
}

function placeOf(text: string, paths: readonly Path[]): JsonPlace | undefined {
  for (const path of paths) {
    const place = locate(text, path);
    if (place) return place;
  }
  return undefined;
}

function markersOf(text: string, profile: ProfileInput, problems: readonly Problem[]): CodeMarker[] {
  return problems.flatMap((problem) => {
    const place = placeOf(text, problemPaths(profile, problem));
    const severity = problem.level === "error" ? "error" : "warning";
    return place ? [{ ...place, message: problem.reason, severity } as const] : [];
  });
}

const schema = (() => {
  const made = profileJsonSchema();
  return isJsonObject(made) ? made : {};
})();

interface JsonPaneProps {
  readonly profile: ProfileInput;
  readonly problems: readonly Problem[];
}

/** The profile as JSON; what is typed here moves the controls, and the other way round. */
export function JsonPane({ profile, problems }: JsonPaneProps) {
  const drawn = useFirstScreen();
  const [text, setText] = useState(() => profileText(profile));
  const [seen, setSeen] = useState(profile);
  if (profile !== seen) {
    setSeen(profile);
    setText(textFor(profile, text));
  }
  const typed = useMemo(() => parseProfile(text), [text]);
  const error = "error" in typed ? typed.error : undefined;
  const markers = useMemo(
    () => (error === undefined ? markersOf(text, profile, problems) : []),
    [text, profile, problems, error],
  );
  const change = (next: string) => {
    setText(next);
    const read = parseProfile(next);
    if ("profile" in read) draft.getState().replace(read.profile, { transient: true, name: "json" });
  };
  return (
    <section className="profile__json" aria-label="The profile as JSON">
      <CodeEditor
        wait={!drawn}
        label="Profile as JSON"
        language="json"
        value={text}
        schema={schema}
        markers={markers}
        onChange={change}
        onCommit={() => draft.getState().settle()}
      />
      {error === undefined ? null : (
        <p className="profile__json-error" role="status">
          {error}
        </p>
      )}
    </section>
  );
}

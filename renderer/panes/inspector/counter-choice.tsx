import { useId } from "react";
import { COUNTER_NAMES, type CounterName } from "../../../core/model/profile.ts";
import { draft, useDraft } from "../../state/draft.ts";

const MEANS: { readonly [C in CounterName]: string } = {
  chars4: "four characters a token",
  "script-aware": "as chars4, one token for a character of a wide script",
  o200k_base: "byte pairs, exact for OpenAI's newer models",
  cl100k_base: "byte pairs, exact for OpenAI's older models",
};

/** Chooses how texts are counted: a part of the profile, so the run is made again. */
export function CounterChoice({ counter }: { readonly counter: CounterName }) {
  const id = useId();
  const drafted = useDraft((state) => state.profile.tokenCounter) ?? counter;
  return (
    <p className="tokens__counter">
      <label htmlFor={id}>Counted by</label>
      <select
        id={id}
        value={drafted}
        onChange={(event) => draft.getState().editProfile("tokenCounter", event.target.value)}
      >
        {COUNTER_NAMES.map((name) => (
          <option key={name} value={name}>
            {name}: {MEANS[name]}
          </option>
        ))}
      </select>
    </p>
  );
}

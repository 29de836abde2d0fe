import { type FormEvent, useState } from "react";
import { ask, ASK_UNITS, useAskState } from "../../state/ask.ts";
import { Button, IconButton } from "../../widgets/button.tsx";
import { Keys } from "../../widgets/keys.tsx";

/** Asks whether and when a text was in the window. */
export function AskField() {
  const asked = useAskState((state) => state.text);
  const [typed, setTyped] = useState(asked);
  const [seen, setSeen] = useState(asked);
  if (asked !== seen) {
    setSeen(asked);
    setTyped(asked);
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask.getState().ask(typed);
  };
  return (
    <form className="ask__field" role="search" onSubmit={submit}>
      <input
        data-ask-field
        type="text"
        className="inspector__filter"
        aria-label="Ask the window for a text"
        placeholder="A text, or a file’s path"
        title="Was it in the window? Case as given. Mark a text anywhere and press a to ask for it."
        spellCheck={false}
        maxLength={ASK_UNITS}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.preventDefault();
          ask.getState().ask("");
          setTyped("");
          event.currentTarget.blur();
        }}
      />
      {asked !== "" && typed === asked ? (
        <IconButton small icon="close" label="Ask for nothing" onClick={() => ask.getState().ask("")} />
      ) : (
        <Button small type="submit" disabled={typed === ""}>
          Ask {typed === "" ? <Keys combination="a" /> : null}
        </Button>
      )}
    </form>
  );
}

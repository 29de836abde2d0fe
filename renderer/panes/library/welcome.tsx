import { FORMATS } from "../../../core/importers/importer.ts";
import { useCurrent } from "../../data/current.tsx";
import { overlay } from "../../state/overlay.ts";
import { Button } from "../../widgets/button.tsx";
import { Icon } from "../../widgets/icon.tsx";
import { FILE_FIELD } from "./import-buttons.tsx";
import { SampleList } from "./sample-list.tsx";

/** What the window shows while no transcript is open. */
export function Welcome() {
  const { library } = useCurrent();
  const first = library.data?.length === 0;
  return (
    <section className="welcome" aria-label="Welcome">
      <div className="welcome__column">
        <h2 className="welcome__title">
          {first ? "See what your agent's context really holds" : "Open a transcript"}
        </h2>
        <p className="welcome__text">
          Ullage runs a context policy on a recorded session and shows every outgoing request beside the raw
          history: what was kept, cut, summarised or evicted, by which rule, and what it saved.
        </p>
        <button
          type="button"
          className="welcome__drop"
          onClick={() => document.getElementById(FILE_FIELD)?.click()}
        >
          <Icon name="drop" size={24} />
          <span>
            <b>Drop a transcript anywhere</b>, or choose files
          </span>
          <span className="muted">{Object.values(FORMATS).join(", ")}. It stays on this machine.</span>
        </button>
        <Button
          className="welcome__find"
          icon="search"
          onClick={() => overlay.getState().show({ kind: "discover" })}
        >
          Find sessions of coding agents on this machine
        </Button>
        <h3 className="welcome__or">Or begin with a sample session</h3>
        <SampleList />
      </div>
    </section>
  );
}

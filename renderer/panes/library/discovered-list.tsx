import { useMemo } from "react";
import { useCurrent } from "../../data/current.tsx";
import { PlainText } from "../../widgets/plain-text/plain-text.tsx";
import { formatBytes } from "../../widgets/quantity.tsx";
import { VirtualList } from "../../widgets/virtual-list/virtual-list.tsx";
import { byName, type ChosenFile, known } from "./discovered-files.ts";

interface DiscoveredListProps {
  readonly files: readonly ChosenFile[];
  readonly chosen: ReadonlyMap<string, ChosenFile>;
  readonly onChosen: (chosen: ReadonlyMap<string, ChosenFile>) => void;
}

const ROW = 44;
const dates = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });
const WORDS = { same: "in the library", grown: "has grown" } as const;

/** The logs that were found, to be chosen; only the rows in sight are drawn. */
export function DiscoveredList({ files, chosen, onChosen }: DiscoveredListProps) {
  const { library } = useCurrent();
  const names = useMemo(() => byName(library.data ?? []), [library.data]);
  const toggle = (file: ChosenFile) => {
    const next = new Map(chosen);
    if (!next.delete(file.id)) next.set(file.id, file);
    onChosen(next);
  };
  if (files.length === 0) return <p className="muted discover__none">No session was found here.</p>;
  return (
    <div className="discover__list">
      <VirtualList
        count={files.length}
        estimate={() => ROW}
        keyOf={(at) => files[at]?.id ?? at}
        container={{ role: "list", "aria-label": "Sessions that were found" }}
        row={() => ({ role: "listitem" })}
        render={(at) => {
          const file = files[at];
          if (!file) return null;
          const there = known(file, names);
          return (
            <Row file={file} checked={chosen.has(file.id)} there={there} onToggle={() => toggle(file)} />
          );
        }}
      />
    </div>
  );
}

interface RowProps {
  readonly file: ChosenFile;
  readonly checked: boolean;
  readonly there: "same" | "grown" | undefined;
  readonly onToggle: () => void;
}

function Row({ file, checked, there, onToggle }: RowProps) {
  return (
    <label className="discover__row">
      <input type="checkbox" checked={checked} onChange={onToggle} />
      <span className="discover__name">
        <span className="ellipsis">
          <PlainText text={file.name.slice(0, 200)} />
        </span>
        <span className="muted ellipsis">
          {file.label}
          {file.place === "" ? "" : " · "}
          <PlainText text={file.place.slice(0, 200)} />
        </span>
      </span>
      {there ? <span className="discover__there">{WORDS[there]}</span> : null}
      <span className="muted number discover__figures">
        {formatBytes(file.bytes)} · <time>{dates.format(file.modified)}</time>
      </span>
    </label>
  );
}

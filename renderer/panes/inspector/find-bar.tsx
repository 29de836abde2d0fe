import { FIND_KEYS, formatFind, formatTerm, parseFind } from "../../../core/analysis/find-query.ts";
import { useSavedViews } from "../../data/saved-views.ts";
import { find, useFindState } from "../../state/find.ts";
import { IconButton } from "../../widgets/button.tsx";
import { Icon } from "../../widgets/icon.tsx";
import { Menu, type MenuItem } from "../../widgets/menu.tsx";
import { PlainText } from "../../widgets/plain-text/plain-text.tsx";
import { toast } from "../../widgets/toast.tsx";

function search(query: string): void {
  find.getState().search(query);
}

/** Puts a condition behind what was typed. */
function add(form: string): void {
  const { query } = find.getState();
  search(`${query.trimEnd()}${query.trim() === "" ? "" : " "}${form}`);
  document.querySelector<HTMLInputElement>("[data-find-field]")?.focus();
}

/** The conditions and words of the query, each with its own way out. */
function Chips({ query }: { readonly query: string }) {
  const { terms } = parseFind(query);
  if (terms.length < 2 && terms.every(({ key }) => key === "text")) return null;
  return (
    <ul className="find__chips" aria-label="Terms of the search">
      {terms.map((term, at) => (
        <li key={`${at} ${formatTerm(term)}`} className="find__chip" data-not={term.not}>
          <PlainText text={formatTerm(term).slice(0, 80)} />
          <button
            type="button"
            aria-label={`Take out ${formatTerm(term).slice(0, 80)}`}
            onClick={() => search(formatFind(terms.toSpliced(at, 1)))}
          >
            <Icon name="close" size={10} />
          </button>
        </li>
      ))}
    </ul>
  );
}

async function told(what: string, act: Promise<void>): Promise<void> {
  try {
    await act;
  } catch (thrown) {
    toast({ tone: "error", title: what, detail: thrown instanceof Error ? thrown.message : String(thrown) });
  }
}

/** Kept searches, and the conditions there are. */
function useItems(query: string): MenuItem[] {
  const { views, save, remove } = useSavedViews();
  const name = query.trim();
  const kept = views.some((view) => view.name === name);
  return [
    {
      kind: "item",
      id: "save",
      label: kept ? "Forget this search" : "Keep this search",
      icon: kept ? "trash" : "pin",
      disabled: name === "",
      onSelect: () => void told("The search was not kept", kept ? remove(name) : save({ name, query: name })),
    },
    ...(views.length > 0 ? [{ kind: "heading", id: "kept", label: "Kept searches" } as const] : []),
    ...views.map((view): MenuItem => ({
      kind: "item",
      id: `view ${view.name}`,
      label: view.name,
      onSelect: () => search(view.query),
    })),
    { kind: "heading", id: "keys", label: "Conditions" },
    ...FIND_KEYS.map((one): MenuItem => ({
      kind: "item",
      id: one.key,
      label: one.form,
      detail: one.about,
      onSelect: () => add(one.form),
    })),
  ];
}

/** The field of the search, its terms, and what of it cannot be read. */
export function FindBar({ problems }: { readonly problems: readonly string[] }) {
  const query = useFindState((state) => state.query);
  const scope = useFindState((state) => state.scope);
  const items = useItems(query);
  return (
    <div className="find__bar" role="search">
      <div className="find__line">
        <input
          data-find-field
          type="text"
          className="inspector__filter"
          aria-label="Find messages and decisions"
          placeholder="Words, kind:tool, size>20kB, rule:spill"
          spellCheck={false}
          value={query}
          onChange={(event) => search(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            event.preventDefault();
            search("");
            event.currentTarget.blur();
          }}
        />
        {query === "" ? null : (
          <IconButton small icon="close" label="Clear the search" onClick={() => search("")} />
        )}
        <IconButton
          small
          icon="library"
          label={scope === "library" ? "Search in this session alone" : "Search in all sessions"}
          pressed={scope === "library"}
          onClick={() => find.getState().setScope(scope === "library" ? "run" : "library")}
        />
        <Menu
          width={320}
          trigger={<IconButton small icon="more" label="Kept searches and conditions" />}
          items={items}
        />
      </div>
      <Chips query={query} />
      {problems.map((problem) => (
        <p key={problem} className="find__problem" role="status">
          <PlainText text={problem.slice(0, 400)} />
        </p>
      ))}
    </div>
  );
}

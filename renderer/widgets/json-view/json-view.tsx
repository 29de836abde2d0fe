import { type ReactNode, useState } from "react";
import { Icon } from "../icon.tsx";
import { PlainText } from "../plain-text/plain-text.tsx";
import { TextView } from "../text-view/text-view.tsx";
import "./json-view.css";

/** Children of one object or list that are drawn at once. */
const BATCH = 100;
/** A string with more characters, or with a newline, gets a box of its own. */
const SHORT_STRING = 120;
/** Below this depth a node begins closed. */
const OPEN_DEPTH = 3;

interface NodeProps {
  readonly name: string | undefined;
  readonly value: unknown;
  readonly depth: number;
}

function entriesOf(value: object): [string, unknown][] {
  return Array.isArray(value)
    ? value.map((item, at) => [String(at), item as unknown])
    : Object.entries(value);
}

function Name({ name }: { readonly name: string | undefined }) {
  if (name === undefined) return null;
  return (
    <span className="json-view__name">
      <PlainText text={name.slice(0, 200)} />
      <span className="json-view__colon">: </span>
    </span>
  );
}

function Branch({ name, value, depth }: NodeProps & { readonly value: object }) {
  const entries = entriesOf(value);
  const [open, setOpen] = useState(depth < OPEN_DEPTH && entries.length <= BATCH);
  const [shown, setShown] = useState(BATCH);
  const count = Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`;
  return (
    <li>
      <button type="button" className="json-view__toggle" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name="down" size={11} />
        <Name name={name} />
        <span className="json-view__count">{count}</span>
      </button>
      {open ? (
        <ul className="json-view__children">
          {entries.slice(0, shown).map(([key, child]) => (
            <Node key={key} name={key} value={child} depth={depth + 1} />
          ))}
          {entries.length > shown ? (
            <li>
              <button type="button" className="json-view__more" onClick={() => setShown(shown + BATCH)}>
                {entries.length - shown} more
              </button>
            </li>
          ) : null}
        </ul>
      ) : null}
    </li>
  );
}

function leaf(value: unknown): ReactNode {
  if (typeof value === "string") return <PlainText text={`"${value}"`} />;
  return String(value);
}

function Node({ name, value, depth }: NodeProps) {
  if (typeof value === "object" && value !== null) return <Branch name={name} value={value} depth={depth} />;
  const long = typeof value === "string" && (value.length > SHORT_STRING || value.includes("\n"));
  return (
    <li className="json-view__leaf">
      <Name name={name} />
      {long ? (
        <TextView text={value} label={name ?? "text"} />
      ) : (
        <span className="json-view__value" data-type={value === null ? "null" : typeof value}>
          {leaf(value)}
        </span>
      )}
    </li>
  );
}

/** JSON as a tree. Strings of several lines are shown as text, not as one escaped line. */
export function JsonView({ value }: { readonly value: unknown }) {
  return (
    <ul className="json-view">
      <Node name={undefined} value={value} depth={0} />
    </ul>
  );
}

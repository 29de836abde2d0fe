import type { ReactNode } from "react";
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

/** Which nodes of a tree are open. Each has a path of its children's positions: `0-4`; the root's is empty. */
export interface JsonTree {
  /** True for a node that was opened or closed against how it began. */
  readonly isToggled: (path: string) => boolean;
  readonly onToggle: (path: string) => void;
  /** How often more children of a node were asked for. */
  readonly more: (path: string) => number;
  readonly onMore: (path: string) => void;
}

interface NodeProps {
  readonly name: string | undefined;
  readonly value: unknown;
  readonly depth: number;
  readonly path: string;
  readonly tree: JsonTree;
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

function Branch({ name, value, depth, path, tree }: NodeProps & { readonly value: object }) {
  const entries = entriesOf(value);
  const open = (depth < OPEN_DEPTH && entries.length <= BATCH) !== tree.isToggled(path);
  const shown = BATCH * (1 + tree.more(path));
  const count = Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`;
  return (
    <li>
      <button
        type="button"
        className="json-view__toggle"
        aria-expanded={open}
        onClick={() => tree.onToggle(path)}
      >
        <Icon name="down" size={11} />
        <Name name={name} />
        <span className="json-view__count">{count}</span>
      </button>
      {open ? (
        <ul className="json-view__children">
          {entries.slice(0, shown).map(([key, child], at) => (
            <Node
              key={key}
              name={key}
              value={child}
              depth={depth + 1}
              path={path === "" ? String(at) : `${path}-${at}`}
              tree={tree}
            />
          ))}
          {entries.length > shown ? (
            <li>
              <button type="button" className="json-view__more" onClick={() => tree.onMore(path)}>
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

function Node(props: NodeProps) {
  const { name, value } = props;
  if (typeof value === "object" && value !== null) return <Branch {...props} value={value} />;
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
export function JsonView({ value, tree }: { readonly value: unknown; readonly tree: JsonTree }) {
  return (
    <ul className="json-view">
      <Node name={undefined} value={value} depth={0} path="" tree={tree} />
    </ul>
  );
}

import type { ReactNode } from "react";
import type { OutlineMessage } from "../../../core/contract/rows.ts";
import type { ShownMessage } from "../../data/message-table.ts";
import { Icon } from "../../widgets/icon.tsx";
import { PlainText } from "../../widgets/plain-text/plain-text.tsx";
import { formatCount } from "../../widgets/quantity.tsx";
import { RoleIcon } from "../../widgets/role-icon.tsx";
import { excerptOf, hasError, pairLinks, roleOf, toolNames } from "./describe.ts";

export interface CellProps {
  readonly head: ReactNode;
  readonly text: ReactNode;
  readonly sizes: ReactNode;
}

/** The two lines of a side of a row, with its figures at the end. */
export function CellLines({ head, text, sizes }: CellProps) {
  return (
    <div className="columns__lines">
      <div className="columns__words">
        <div className="columns__head">{head}</div>
        <div className="columns__text ellipsis">{text}</div>
      </div>
      {sizes}
    </div>
  );
}

/** Role, number, tools and error of a message. */
export function MessageHead({
  message,
  index,
}: {
  readonly message: OutlineMessage;
  readonly index: number;
}) {
  const { role, label } = roleOf(message);
  const tools = toolNames(message);
  return (
    <>
      <span className="columns__role" data-role={message.role}>
        <RoleIcon role={role} />
        {label}
      </span>
      <span className="columns__index number">{formatCount(index + 1)}</span>
      {tools ? (
        <span className="columns__tool ellipsis">
          <PlainText text={tools.first.slice(0, 60)} />
          {tools.more > 0 ? ` +${tools.more}` : null}
        </span>
      ) : null}
      {hasError(message) ? (
        <span className="columns__error">
          <Icon name="warning" size={12} />
          error
        </span>
      ) : null}
    </>
  );
}

/** The message in one line. */
export function Excerpt({ message }: { readonly message: ShownMessage }) {
  const text = <PlainText text={excerptOf(message)} />;
  return message.excerpt === "" ? <span className="muted">{text}</span> : text;
}

interface PairButtonsProps {
  readonly message: OutlineMessage;
  readonly onJump: (index: number) => void;
}

interface MoreLink {
  readonly label: string;
  readonly title: string;
  readonly onGo: () => void;
}

/** Further ways on: seen where the pointer or the choice is, so that the other rows stay calm. */
export function MoreLinks({ links }: { readonly links: readonly MoreLink[] }) {
  return links.map(({ label, title, onGo }) => (
    <button
      key={label}
      type="button"
      tabIndex={-1}
      className="columns__link columns__link--quiet"
      title={title}
      onClick={onGo}
    >
      {label}
    </button>
  ));
}

/** Buttons that lead from a call to its result and back. */
export function PairButtons({ message, onJump }: PairButtonsProps) {
  return pairLinks(message).map((link, at) => (
    <button
      // By its place: the button of one row becomes the button of the next one that is drawn there.
      // oxlint-disable-next-line react/no-array-index-key
      key={at}
      type="button"
      tabIndex={-1}
      className="columns__link"
      title={`Go to the ${link.label}, message ${formatCount(link.to + 1)}`}
      onClick={() => onJump(link.to)}
    >
      {link.label} {formatCount(link.to + 1)}
    </button>
  ));
}

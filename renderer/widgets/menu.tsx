import { DropdownMenu as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";
import "./menu.css";

/** One entry of a menu, or a line between entries, or a heading. */
export type MenuItem =
  | {
      readonly kind: "item";
      readonly id: string;
      readonly label: ReactNode;
      readonly detail?: ReactNode;
      readonly icon?: IconName;
      /** True or false makes it a choice with a tick. */
      readonly checked?: boolean;
      readonly danger?: boolean;
      readonly disabled?: boolean;
      /** The menu stays open, so that several can be chosen. */
      readonly stays?: boolean;
      readonly onSelect: () => void;
    }
  | { readonly kind: "line"; readonly id: string }
  | { readonly kind: "heading"; readonly id: string; readonly label: string };

interface MenuProps {
  /** One button. */
  readonly trigger: ReactNode;
  readonly items: readonly MenuItem[];
  readonly align?: "start" | "end";
  readonly width?: number;
}

/** A button that opens a menu. */
export function Menu({ trigger, items, align = "start", width }: MenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="menu" align={align} sideOffset={4} collisionPadding={8} style={{ width }}>
          {items.map((item) => (
            <Entry key={item.id} item={item} />
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Entry({ item }: { readonly item: MenuItem }) {
  if (item.kind === "line") return <Radix.Separator className="menu__line" />;
  if (item.kind === "heading") return <Radix.Label className="menu__heading">{item.label}</Radix.Label>;
  const { label, detail, icon, checked, danger, disabled = false } = item;
  const onSelect = (event: Event) => {
    if (item.stays) event.preventDefault();
    item.onSelect();
  };
  const className = `menu__item${danger ? " menu__item--danger" : ""}`;
  const content = (
    <>
      <span className="menu__icon">
        {checked ? <Icon name="check" size={14} /> : icon ? <Icon name={icon} size={14} /> : null}
      </span>
      <span className="menu__label">
        <span className="ellipsis">{label}</span>
        {detail ? <span className="menu__detail">{detail}</span> : null}
      </span>
    </>
  );
  return checked === undefined ? (
    <Radix.Item className={className} disabled={disabled} onSelect={onSelect}>
      {content}
    </Radix.Item>
  ) : (
    <Radix.CheckboxItem className={className} checked={checked} disabled={disabled} onSelect={onSelect}>
      {content}
    </Radix.CheckboxItem>
  );
}

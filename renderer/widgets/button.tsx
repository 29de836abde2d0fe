import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import "./button.css";
import { Icon, type IconName } from "./icon.tsx";
import { Tooltip } from "./tooltip.tsx";

/** How much a button asks for attention. */
export type ButtonTone = "plain" | "primary" | "danger" | "quiet";

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly tone?: ButtonTone;
  readonly small?: boolean;
  readonly icon?: IconName;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A button with words. */
export function Button({ tone = "plain", small, icon, className, children, ...rest }: ButtonProps) {
  const names = ["button", `button--${tone}`, small ? "button--small" : "", className ?? ""];
  return (
    <button type="button" className={names.filter(Boolean).join(" ")} {...rest}>
      {icon ? <Icon name={icon} size={14} /> : null}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "title"> {
  readonly icon: IconName;
  /** Said by screen readers and shown as a tooltip. */
  readonly label: string;
  /** Keys that do the same, shown in the tooltip. */
  readonly keys?: ReactNode;
  readonly small?: boolean;
  readonly pressed?: boolean | undefined;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A button with an icon alone. `pressed` makes it a toggle. */
export function IconButton({ icon, label, keys, small, pressed, className, ...rest }: IconButtonProps) {
  const names = ["icon-button", small ? "icon-button--small" : "", className ?? ""];
  return (
    <Tooltip text={label} keys={keys}>
      <button
        type="button"
        aria-label={label}
        aria-pressed={pressed}
        className={names.filter(Boolean).join(" ")}
        {...rest}
      >
        <Icon name={icon} size={small ? 14 : 16} />
      </button>
    </Tooltip>
  );
}

import { ToggleGroup } from "radix-ui";
import "./segments.css";

interface SegmentsProps<T extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

/** A choice of one of a few, side by side. */
export function Segments<T extends string>({ label, options, value, onChange }: SegmentsProps<T>) {
  const choose = (next: string) => {
    const found = options.find((option) => option.value === next);
    if (found) onChange(found.value);
  };
  return (
    <ToggleGroup.Root
      className="segments"
      type="single"
      aria-label={label}
      value={value}
      onValueChange={choose}
    >
      {options.map((option) => (
        <ToggleGroup.Item key={option.value} className="segments__one" value={option.value}>
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}

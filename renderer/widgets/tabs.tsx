import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";
import "./tabs.css";

/** One tab. Its content is drawn only while it is chosen. */
export interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: string;
  /** What more is said of it under the pointer. */
  readonly hint?: string;
  /** A figure beside the label. */
  readonly count?: number;
  readonly content: () => ReactNode;
}

interface TabsProps<Id extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
}

/** Tabs that can be walked with the arrow keys. */
export function Tabs<Id extends string>({ label, tabs, value, onChange }: TabsProps<Id>) {
  const pick = (id: string) => {
    const found = tabs.find((tab) => tab.id === id);
    if (found) onChange(found.id);
  };
  return (
    <Radix.Root className="tabs" value={value} onValueChange={pick}>
      <Radix.List className="tabs__list" aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.id} className="tabs__tab" value={tab.id} title={tab.hint}>
            {tab.label}
            {tab.count !== undefined && tab.count > 0 ? (
              <span className="tabs__count">{tab.count}</span>
            ) : null}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.id} className="tabs__content" value={tab.id}>
          {tab.id === value ? tab.content() : null}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}

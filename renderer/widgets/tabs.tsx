import { Tabs as Radix } from "radix-ui";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { IconButton } from "./button.tsx";
import { Menu } from "./menu.tsx";
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
  /** What stands at the end of the row of tabs. */
  readonly end?: ReactNode;
}

/** Where there is no room for all tabs, the way to those that are out of sight. */
function AllTabs<Id extends string>({
  tabs,
  value,
  onChange,
}: Pick<TabsProps<Id>, "tabs" | "value" | "onChange">) {
  return (
    <span className="tabs__all">
      <Menu
        trigger={<IconButton small icon="down" label="All tabs" />}
        items={tabs.map(({ id, label }) => ({
          kind: "item",
          id,
          label,
          checked: id === value,
          onSelect: () => onChange(id),
        }))}
      />
    </span>
  );
}

/** Scrolls a row as little as it takes. After `scrollIntoView` a browser's next Tab goes on from there. */
function scrollTo(row: HTMLElement, shown: Element | null): void {
  if (!shown) return;
  const [place, tab] = [row.getBoundingClientRect(), shown.getBoundingClientRect()];
  if (tab.left < place.left) row.scrollLeft -= place.left - tab.left;
  else if (tab.right > place.right) row.scrollLeft += tab.right - place.right;
}

/** Keeps the chosen tab in sight where the row scrolls, also when the place becomes narrower. */
function useChosenInSight(value: string): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = list.current;
    if (!place) return;
    const reveal = () => scrollTo(place, place.querySelector("[data-state=active]"));
    reveal();
    const watched = new ResizeObserver(reveal);
    watched.observe(place);
    return () => watched.disconnect();
  }, [value]);
  return list;
}

/** Tabs that can be walked with the arrow keys: in as many rows as it takes, in a narrow place in one that scrolls. */
export function Tabs<Id extends string>({ label, tabs, value, onChange, end }: TabsProps<Id>) {
  const pick = (id: string) => {
    const found = tabs.find((tab) => tab.id === id);
    if (found) onChange(found.id);
  };
  const list = useChosenInSight(value);
  return (
    <Radix.Root className="tabs" value={value} onValueChange={pick}>
      <div className="tabs__bar">
        <Radix.List ref={list} className="tabs__list" aria-label={label}>
          {tabs.map((tab) => (
            <Radix.Trigger key={tab.id} className="tabs__tab" value={tab.id} title={tab.hint}>
              {tab.label}
              {tab.count !== undefined && tab.count > 0 ? (
                <span className="tabs__count">{tab.count}</span>
              ) : null}
            </Radix.Trigger>
          ))}
        </Radix.List>
        <AllTabs tabs={tabs} value={value} onChange={onChange} />
        {end}
      </div>
      {tabs.map((tab) => (
        <Radix.Content key={tab.id} className="tabs__content" value={tab.id}>
          {tab.id === value ? tab.content() : null}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}

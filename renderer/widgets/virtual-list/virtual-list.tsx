import {
  defaultRangeExtractor,
  useVirtualizer,
  type VirtualItem,
  type Virtualizer,
} from "@tanstack/react-virtual";
import {
  type CSSProperties,
  type HTMLAttributes,
  type ReactNode,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { MovingMargin } from "./moving-margin.ts";
import { Slots } from "./slots.ts";
import "./virtual-list.css";

/** What can be asked of a list that is drawn. */
export interface VirtualListHandle {
  readonly element: HTMLElement | null;
  /** Brings a row into sight; `auto` moves no further than needed. */
  reveal(index: number, align?: "auto" | "start" | "center" | "end"): void;
  /** Distance in pixels of a row's top from the top of what is visible below the header. */
  offsetOf(index: number): number | undefined;
  /** Scrolls so that a row's top is that far below the header. */
  place(index: number, offset: number): void;
  /** First and last row that are at least partly visible, or undefined for an empty list. */
  visible(): { readonly first: number; readonly last: number } | undefined;
}

/** Something drawn across the rows [from, to): it may hold a sticky child. */
export interface Band {
  readonly key: string;
  readonly from: number;
  readonly to: number;
  readonly content: ReactNode;
}

export interface VirtualListProps {
  readonly count: number;
  /** Height in pixels of a row that was never measured. Exact for rows of fixed height. */
  readonly estimate: (index: number) => number;
  /**
   * True for a row that is exactly as high as was estimated: it is not measured, and while the list is scrolled its
   * element is filled with the rows that come. Without it every row is measured, and has an element of its own.
   */
  readonly fixed?: (index: number) => boolean;
  /** Of fixed rows: rows that are drawn by the same elements have the same, and are filled into one another. */
  readonly shape?: (index: number) => unknown;
  /** Asked of every row there is whenever the function is another one: keep it the same, and cheap. */
  readonly keyOf: (index: number) => string | number;
  readonly render: (index: number) => ReactNode;
  /** Drawn in the scroll container above the rows, and kept in sight; its height in pixels. */
  readonly header?: ReactNode;
  readonly headerHeight?: number;
  /** Pixels below the header that sticky bands may take: a revealed row keeps clear of them. */
  readonly clearance?: number;
  readonly bands?: readonly Band[];
  /** Rows drawn beyond what is visible, on either side; while the list is moved, where it goes. */
  readonly overscan?: number;
  readonly handle?: Ref<VirtualListHandle>;
  /** Role, label, keys: whatever the scroll container is to be. */
  readonly container?: HTMLAttributes<HTMLDivElement>;
  /** Attributes of the element around each row. */
  readonly row?: (index: number) => HTMLAttributes<HTMLDivElement>;
  /** The row that the keys act on, and its element's id: named to screen readers while it is in the page. */
  readonly active?: { readonly index: number; readonly id: string } | undefined;
  /** Called while scrolling. */
  readonly onScroll?: () => void;
}

type List = Virtualizer<HTMLDivElement, Element>;

function handleOf(list: List, headerHeight: number): VirtualListHandle {
  return {
    get element() {
      return list.scrollElement;
    },
    reveal: (index, align = "auto") => list.scrollToIndex(index, { align }),
    offsetOf(index) {
      const item = list.measurementsCache[index];
      return item && item.start - headerHeight - (list.scrollElement?.scrollTop ?? 0);
    },
    place(index, offset) {
      const item = list.measurementsCache[index];
      if (item) list.scrollToOffset(item.start - headerHeight - offset);
    },
    visible() {
      const element = list.scrollElement;
      if (!element) return undefined;
      // Worked out from the element: its listeners hear of a scroll before the list does.
      const first = list.getVirtualItemForOffset(element.scrollTop + headerHeight);
      const last = list.getVirtualItemForOffset(element.scrollTop + element.clientHeight - 1);
      return first && last ? { first: first.index, last: last.index } : undefined;
    },
  };
}

/** Where a band lies, or undefined when none of it is near what is visible. */
function bandPlace(band: Band, list: List, margin: number): CSSProperties | undefined {
  const top = list.measurementsCache[band.from];
  const end = list.measurementsCache[band.to - 1];
  const { range } = list;
  if (!top || !end || !range || band.to <= range.startIndex || band.from > range.endIndex) return undefined;
  return { top: top.start - margin, height: end.end - top.start };
}

/**
 * A list of any length of which only the rows in sight are in the page. Rows may have any height: each is measured
 * when it is drawn. Knows nothing of what a row is.
 */
export function VirtualList(props: VirtualListProps): ReactNode {
  const { headerHeight = 0, clearance = 0, overscan = 6 } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [margin] = useState(() => new MovingMargin());
  const [moving, setMoving] = useState(false);
  const list = useVirtualizer<HTMLDivElement, Element>({
    count: props.count,
    getScrollElement: () => scroller.current,
    estimateSize: props.estimate,
    getItemKey: props.keyOf,
    overscan,
    rangeExtractor: moving ? margin.rows : defaultRangeExtractor,
    onChange: ({ isScrolling }) => setMoving(isScrolling),
    scrollMargin: headerHeight,
    scrollPaddingStart: headerHeight + clearance,
  });
  useImperativeHandle(props.handle, () => handleOf(list, headerHeight), [list, headerHeight]);
  const items = list.getVirtualItems();
  const rows = useElements(items, props, list);
  useFocusOfRows(scroller, rows);
  const active = items.some((item) => item.index === props.active?.index) ? props.active?.id : undefined;
  return (
    <div
      {...props.container}
      ref={scroller}
      className={`virtual-list ${props.container?.className ?? ""}`}
      tabIndex={props.container?.tabIndex ?? 0}
      aria-activedescendant={active}
      onScroll={props.onScroll}
    >
      {props.header}
      <div className="virtual-list-rows" role="presentation" style={{ height: list.getTotalSize() }}>
        {rows.map((row) => drawRow(row, props, list, headerHeight))}
        {props.bands?.map((band) => {
          const place = bandPlace(band, list, headerHeight);
          return (
            place && (
              <div key={band.key} className="virtual-list-band" role="presentation" style={place}>
                {band.content}
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

/** A row that is drawn, the key of its element, and the element's number: -1 for one that no other row gets. */
interface DrawnRow {
  readonly item: VirtualItem;
  readonly key: string;
  readonly slot: number;
}

/** The elements of the rows: those of fixed rows go from row to row, the others stay with theirs. */
function useElements(
  items: readonly VirtualItem[],
  props: VirtualListProps,
  list: List,
): readonly DrawnRow[] {
  const [slots] = useState(() => new Slots());
  const fixed = items.filter(({ index }) => props.fixed?.(index));
  const numbers = slots.place(
    fixed.map(({ index }) => index),
    props.shape,
  );
  const slotOf = new Map(fixed.map((item, at) => [item, numbers[at] ?? 0]));
  const rows = items.map((item): DrawnRow => {
    const slot = slotOf.get(item);
    return slot === undefined
      ? { item, key: `row ${item.key}`, slot: -1 }
      : { item, key: `slot ${slot}`, slot };
  });
  useFixedHeights(rows, props, list);
  // Elements that change their places are laid out anew: while the list moves they keep the order that they have, and
  // whoever reads the page finds the order of the rows again as soon as it rests.
  return list.isScrolling ? rows.toSorted((a, b) => a.slot - b.slot) : rows;
}

/** A row that was measured before it was fixed is as high as was estimated again. */
function useFixedHeights(rows: readonly DrawnRow[], { estimate }: VirtualListProps, list: List): void {
  useLayoutEffect(() => {
    for (const { item, slot } of rows) {
      if (slot >= 0 && item.size !== estimate(item.index)) list.resizeItem(item.index, estimate(item.index));
    }
  });
}

/**
 * A button that has the focus would become another row's when its element is filled anew: the list has the focus then.
 * For as long as its row is drawn it keeps it, so that the keys walk from button to button.
 */
function useFocusOfRows(scroller: RefObject<HTMLElement | null>, rows: readonly DrawnRow[]): void {
  const shown = useRef(new Map<number, number>());
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = new Map(rows.map(({ slot, item }) => [slot, item.index]));
    const row = document.activeElement?.closest<HTMLElement>(".virtual-list-row--fixed");
    if (!row || !scroller.current?.contains(row)) return;
    const slot = Number(row.dataset["slot"]);
    if (before.get(slot) !== shown.current.get(slot)) scroller.current.focus({ preventScroll: true });
  });
}

function drawRow(row: DrawnRow, props: VirtualListProps, list: List, margin: number): ReactNode {
  const { item, key, slot } = row;
  const fixed = slot >= 0;
  const place = { transform: `translateY(${item.start - margin}px)` };
  return (
    <div
      {...props.row?.(item.index)}
      key={key}
      ref={fixed ? undefined : list.measureElement}
      data-index={fixed ? undefined : item.index}
      data-slot={fixed ? slot : undefined}
      className={fixed ? "virtual-list-row virtual-list-row--fixed" : "virtual-list-row"}
      style={fixed ? { ...place, height: item.size } : place}
    >
      {props.render(item.index)}
    </div>
  );
}

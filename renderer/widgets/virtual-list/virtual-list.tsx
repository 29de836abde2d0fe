import { useVirtualizer, type VirtualItem, type Virtualizer } from "@tanstack/react-virtual";
import {
  type CSSProperties,
  type HTMLAttributes,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useRef,
} from "react";
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
  /** Asked of every row there is whenever the function is another one: keep it the same, and cheap. */
  readonly keyOf: (index: number) => string | number;
  readonly render: (index: number) => ReactNode;
  /** Drawn in the scroll container above the rows, and kept in sight; its height in pixels. */
  readonly header?: ReactNode;
  readonly headerHeight?: number;
  /** Pixels below the header that sticky bands may take: a revealed row keeps clear of them. */
  readonly clearance?: number;
  readonly bands?: readonly Band[];
  /** Rows drawn beyond what is visible, on either side. */
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
  const list = useVirtualizer<HTMLDivElement, Element>({
    count: props.count,
    getScrollElement: () => scroller.current,
    estimateSize: props.estimate,
    getItemKey: props.keyOf,
    overscan,
    scrollMargin: headerHeight,
    scrollPaddingStart: headerHeight + clearance,
  });
  useImperativeHandle(props.handle, () => handleOf(list, headerHeight), [list, headerHeight]);
  const items = list.getVirtualItems();
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
        {items.map((item) => drawRow(item, props, list, headerHeight))}
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

function drawRow(item: VirtualItem, props: VirtualListProps, list: List, margin: number): ReactNode {
  const style = { transform: `translateY(${item.start - margin}px)` };
  return (
    <div
      {...props.row?.(item.index)}
      key={item.key}
      ref={list.measureElement}
      data-index={item.index}
      className="virtual-list-row"
      style={style}
    >
      {props.render(item.index)}
    </div>
  );
}

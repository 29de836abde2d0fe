import { createRef } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  VirtualList,
  type VirtualListHandle,
} from "../../../../renderer/widgets/virtual-list/virtual-list.tsx";
import { doing, draw, find, withLayout } from "../../support/draw.tsx";

const ROW = 40;
const HEIGHT = 600;

beforeEach(() => withLayout(HEIGHT, ROW));

function list(count: number, handle?: React.Ref<VirtualListHandle>) {
  return (
    <VirtualList
      count={count}
      estimate={() => ROW}
      keyOf={String}
      render={(at) => <span>row {at}</span>}
      bands={[{ key: "band", from: 10, to: 20, content: <b>band</b> }]}
      {...(handle ? { handle } : {})}
    />
  );
}

const rows = (place: HTMLElement) =>
  [...place.querySelectorAll(".virtual-list-row")].map((row) => row.textContent);

async function scrollTo(place: HTMLElement, top: number): Promise<void> {
  await doing(() => {
    const scroller = find(place, ".virtual-list");
    scroller.scrollTop = top;
    scroller.dispatchEvent(new Event("scroll"));
  });
}

describe("VirtualList", () => {
  it("keeps no more rows in the page than are in sight and a few, however many there are", async () => {
    const { place } = await draw(list(30_000));
    expect(rows(place)).toHaveLength(HEIGHT / ROW + 6);
    expect(rows(place)[0]).toBe("row 0");
    expect(find(place, ".virtual-list-rows").style.height).toBe(`${30_000 * ROW}px`);
    await scrollTo(place, 15_000 * ROW);
    expect(rows(place)).toContain("row 15000");
    expect(rows(place)).not.toContain("row 0");
    expect(rows(place).length).toBeLessThanOrEqual(HEIGHT / ROW + 2 * 6 + 2);
  });

  it("draws a band across its rows, and none when they are out of sight", async () => {
    const { place } = await draw(list(1000));
    const band = find(place, ".virtual-list-band");
    expect([band.style.top, band.style.height]).toEqual([`${10 * ROW}px`, `${10 * ROW}px`]);
    await scrollTo(place, 500 * ROW);
    expect(place.querySelector(".virtual-list-band")).toBeNull();
  });

  it("says where a row is and places it there", async () => {
    const handle = createRef<VirtualListHandle>();
    const { place } = await draw(list(1000, handle));
    await scrollTo(place, 100 * ROW);
    expect(handle.current?.offsetOf(102)).toBe(2 * ROW);
    expect(handle.current?.visible()?.first).toBe(100);
    await doing(() => handle.current?.place(300, 80));
    expect(find(place, ".virtual-list").scrollTop).toBe(300 * ROW - 80);
  });

  it("draws nothing of an empty list", async () => {
    const { place } = await draw(
      <VirtualList count={0} estimate={() => ROW} keyOf={String} render={() => null} />,
    );
    expect(rows(place)).toEqual([]);
  });
});

const elements = (place: HTMLElement) => [...place.querySelectorAll<HTMLElement>(".virtual-list-row")];
const texts = (place: HTMLElement) => elements(place).map((row) => Number(row.textContent));
const places = (place: HTMLElement) =>
  elements(place).map((row) => [Number(row.textContent), row.style.transform]);

/** A list of rows as high as estimated, but for one that is drawn higher. */
function fixedList(high: number | undefined, estimate = ROW) {
  return (
    <VirtualList
      count={5000}
      estimate={() => estimate}
      fixed={(at) => at !== high}
      keyOf={String}
      render={(at) => <button type="button">{at}</button>}
    />
  );
}

describe("a list of fixed rows", () => {
  it("fills the elements that it has while it is scrolled, and makes none", async () => {
    const { place } = await draw(fixedList(undefined));
    await scrollTo(place, 1000 * ROW);
    const before = new Set(elements(place));
    for (let at = 0; at < 40; at++) {
      await scrollTo(place, (1000 + 7 * at) * ROW);
      expect(elements(place).every((row) => before.has(row))).toBe(true);
      for (const [row, transform] of places(place))
        expect(transform).toBe(`translateY(${Number(row) * ROW}px)`);
      expect(texts(place)).toEqual(expect.arrayContaining([1000 + 7 * at, 1010 + 7 * at]));
    }
  });

  it("draws what lies around when it rests, not while it is moved past it", async () => {
    const { place } = await draw(fixedList(undefined));
    for (const at of [1000, 2000, 3000]) await scrollTo(place, at * ROW);
    expect(texts(place).length).toBeLessThanOrEqual(HEIGHT / ROW + 2);
    await vi.waitFor(async () => {
      await doing(() => undefined);
      expect(texts(place)).toEqual(expect.arrayContaining([3000 - 6, 3000 + HEIGHT / ROW + 5]));
    });
  });

  it("has its rows in order in the page when it rests", async () => {
    const { place } = await draw(fixedList(undefined));
    for (const at of [40, 47, 95, 60]) await scrollTo(place, at * ROW);
    expect(texts(place)).not.toEqual(texts(place).toSorted((a, b) => a - b));
    await vi.waitFor(async () => {
      await doing(() => undefined);
      expect(texts(place)).toEqual(texts(place).toSorted((a, b) => a - b));
    });
  });

  it("measures the rows that are not, and only those; one that is fixed again is as high as estimated", async () => {
    const drawn = await draw(fixedList(3, 30));
    const { place } = drawn;
    const whole = () => find(place, ".virtual-list-rows").style.height;
    expect(whole()).toBe(`${4999 * 30 + ROW}px`);
    const element = elements(place)[3];
    await drawn.again(fixedList(undefined, 30));
    expect(whole()).toBe(`${5000 * 30}px`);
    expect(elements(place)).not.toContain(element);
  });

  it("takes the focus from a row that goes, so that no key meets the row that comes in its place", async () => {
    const { place } = await draw(fixedList(undefined));
    const button = find(place, "button");
    button.focus();
    await scrollTo(place, 300 * ROW);
    expect(document.activeElement).toBe(find(place, ".virtual-list"));
  });

  it("leaves the focus to a row that stays, so that the keys can walk down the list", async () => {
    const { place } = await draw(fixedList(undefined));
    for (const at of [5, 9, 14, 20, 27]) {
      const button = [...place.querySelectorAll("button")].find((one) => one.textContent === String(at));
      button?.focus();
      await scrollTo(place, Math.max(0, at - 12) * ROW);
      expect(document.activeElement?.textContent).toBe(String(at));
    }
  });
});

import { createRef } from "react";
import { beforeEach, describe, expect, it } from "vitest";
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

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useFirstScreen } from "../../../renderer/data/use-first-screen.ts";
import { selection, UNCHOSEN } from "../../../renderer/state/selection.ts";
import { doing, settle, withLayout } from "../support/draw.tsx";
import { openPane, threadOf } from "../support/panes.tsx";

beforeEach(() => withLayout(600, 40));
afterEach(() => vi.useRealTimers());

function Probe() {
  return <p>{useFirstScreen() ? "drawn" : "waits"}</p>;
}

const thread = threadOf(3, () => "a result");

test("it is over when the first request is there, and stays over", async () => {
  const { place } = await openPane(<Probe />, thread, UNCHOSEN);
  expect(place.textContent).toBe("waits");
  await doing(() => selection.getState().goToStep(2));
  expect(place.textContent).toBe("drawn");
  await doing(() => selection.getState().close());
  expect(place.textContent).toBe("drawn");
});

test("it is over when the run cannot be made, and in a thread without steps", async () => {
  const bad = { policies: [{ kind: "offload", thresholdTokens: -1 }] } as const;
  expect((await openPane(<Probe />, thread, UNCHOSEN, bad)).place.textContent).toBe("drawn");
  expect((await openPane(<Probe />, threadOf(0, String), UNCHOSEN)).place.textContent).toBe("drawn");
});

test("nothing waits for ever", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  const { place } = await openPane(<Probe />, thread, UNCHOSEN);
  expect(place.textContent).toBe("waits");
  await vi.advanceTimersByTimeAsync(4000);
  await settle();
  expect(place.textContent).toBe("drawn");
});

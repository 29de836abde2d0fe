import { expect, test } from "vitest";
import { HostError } from "../../../core/contract/rpc.ts";
import type { ShownRun } from "../../../core/contract/step-columns.ts";
import { inputsKey, RunDriver, type RunInputs } from "../../../renderer/data/run-driver.ts";

const turn = () => new Promise((done) => setTimeout(done, 0));

function inputs(trigger: number): RunInputs {
  return { profile: { policies: [{ kind: "summarize", trigger: { tokens: trigger } }] }, faults: [] };
}

/** A driver whose runs end by hand and whose clock is set by hand. */
function byHand() {
  const started: { inputs: RunInputs; signal: AbortSignal; end: () => void; fail: (error: Error) => void }[] =
    [];
  const clock = { now: 0 };
  const driver = new RunDriver(
    (asked, signal) =>
      new Promise<ShownRun>((resolve, fail) => {
        started.push({
          inputs: asked,
          signal,
          fail,
          end: () => resolve({ run: inputsKey(asked) } as ShownRun),
        });
      }),
    () => clock.now,
  );
  driver.watch(() => {});
  return { driver, started, clock };
}

test("a run is shown, and the same inputs again ask nothing", async () => {
  const { driver, started } = byHand();
  driver.ask(inputs(1));
  driver.ask({ ...inputs(1) });
  expect(started).toHaveLength(1);
  expect(driver.read()).toMatchObject({ run: undefined, loading: true, stale: false });
  started[0]?.end();
  await turn();
  expect(driver.read()).toMatchObject({ run: { run: inputsKey(inputs(1)) }, loading: false, stale: false });
});

test("while a value is dragged each finished run is shown, the newest goes next, those between are never run", async () => {
  const { driver, started } = byHand();
  for (const at of [1, 2, 3, 4]) driver.ask(inputs(at));
  expect(started).toHaveLength(1);
  started[0]?.end();
  await turn();
  expect(driver.read()).toMatchObject({ run: { run: inputsKey(inputs(1)) }, stale: true, loading: true });
  expect(started.map((one) => inputsKey(one.inputs))).toEqual([1, 4].map((at) => inputsKey(inputs(at))));
  started[1]?.end();
  await turn();
  expect(driver.read()).toMatchObject({ run: { run: inputsKey(inputs(4)) }, stale: false, loading: false });
});

test("a slow run is cancelled when its inputs change", async () => {
  const { driver, started, clock } = byHand();
  driver.ask(inputs(1));
  clock.now = 1000;
  driver.ask(inputs(2));
  expect(started[0]?.signal.aborted).toBe(true);
  expect(started).toHaveLength(2);
  started[0]?.end();
  started[1]?.end();
  await turn();
  expect(driver.read().run?.run).toBe(inputsKey(inputs(2)));
});

test("a failed run leaves the last good one, stale, with the error; a good one clears it", async () => {
  const { driver, started } = byHand();
  driver.ask(inputs(1));
  started[0]?.end();
  await turn();
  driver.ask(inputs(2));
  started[1]?.fail(new HostError("bad_input", "trigger.tokens: too small"));
  await turn();
  expect(driver.read()).toMatchObject({ run: { run: inputsKey(inputs(1)) }, stale: true, loading: false });
  expect(driver.read().error?.message).toBe("trigger.tokens: too small");
  driver.ask(inputs(1));
  expect(driver.read()).toMatchObject({ stale: false, error: undefined, loading: false });
  expect(started).toHaveLength(2);
});

test("retry runs the wanted inputs again", async () => {
  const { driver, started } = byHand();
  driver.ask(inputs(1));
  started[0]?.fail(new Error("out of luck"));
  await turn();
  driver.retry();
  started[1]?.end();
  await turn();
  expect(driver.read()).toMatchObject({ run: { run: inputsKey(inputs(1)) }, error: undefined });
});

test("a lost link is no error of the run; after the reset it is run again on the new host", async () => {
  const { driver, started } = byHand();
  driver.ask(inputs(1));
  started[0]?.end();
  await turn();
  driver.ask(inputs(2));
  started[1]?.fail(new HostError("closed", "gone"));
  await turn();
  expect(driver.read()).toMatchObject({ error: undefined, loading: true, stale: true });
  driver.reset();
  expect(inputsKey(started[2]?.inputs ?? inputs(0))).toBe(inputsKey(inputs(2)));
  started[2]?.end();
  await turn();
  expect(driver.read()).toMatchObject({ stale: false, loading: false });
});

test("a run that another window's pushed aside is asked for again", async () => {
  const { driver, started } = byHand();
  driver.ask(inputs(1));
  started[0]?.fail(new HostError("aborted", "a newer run"));
  await expect.poll(() => started.length).toBe(2);
  expect(driver.read().error).toBeUndefined();
});

test("when nobody looks any more the run under way is cancelled, and asked for when somebody comes back", async () => {
  const signals: AbortSignal[] = [];
  const quiet = new RunDriver((_, signal) => new Promise(() => void signals.push(signal)));
  const leave = quiet.watch(() => {});
  quiet.ask(inputs(1));
  leave();
  await turn();
  expect(signals[0]?.aborted).toBe(true);
  quiet.watch(() => {});
  quiet.ask(inputs(1));
  expect(signals).toHaveLength(2);
});

test("the name of a profile changes nothing that a run says; the order of policies does", () => {
  const two: RunInputs = { profile: { policies: [{ kind: "offload" }, { kind: "spill" }] }, faults: [] };
  const other: RunInputs = { profile: { policies: [{ kind: "spill" }, { kind: "offload" }] }, faults: [] };
  expect(inputsKey({ ...two, profile: { ...two.profile, name: "x" } })).toBe(inputsKey(two));
  expect(inputsKey(other)).not.toBe(inputsKey(two));
  expect(inputsKey({ ...two, faults: [{ kind: "no-scope" }] })).not.toBe(inputsKey(two));
});

import { expect, test } from "vitest";
import { type HostChild, HostProcess } from "../../electron/host-process.ts";

class FakeChild implements HostChild<string> {
  readonly sent: [unknown, string[]][] = [];
  killed = false;
  #exit: (code: number) => void = () => {};
  postMessage(message: unknown, transfer: string[]): void {
    this.sent.push([message, transfer]);
  }
  on(_event: "exit", listener: (code: number) => void): void {
    this.#exit = listener;
  }
  kill(): boolean {
    this.killed = true;
    this.#exit(0);
    return true;
  }
  end(code: number): void {
    this.#exit(code);
  }
}

function setUp() {
  const children: FakeChild[] = [];
  const crashes: number[] = [];
  const fork = () => {
    const child = new FakeChild();
    children.push(child);
    return child;
  };
  return { children, crashes, host: new HostProcess<string>(fork, (code) => crashes.push(code)) };
}

test("nothing is told to a host that does not run", () => {
  const { host } = setUp();
  expect([host.running, host.connect("port"), host.open(["/a"]), host.open([])]).toEqual([
    false,
    false,
    false,
    true,
  ]);
});

test("ports and files reach the host", () => {
  const { children, host } = setUp();
  host.start();
  host.start();
  expect(children).toHaveLength(1);
  expect([host.connect("port"), host.open(["/a"]), host.open(["/b"], true)]).toEqual([true, true, true]);
  expect(children[0]?.sent).toEqual([
    [{ type: "connect" }, ["port"]],
    [{ type: "open", files: ["/a"], follow: false }, []],
    [{ type: "open", files: ["/b"], follow: true }, []],
  ]);
});

test("a crash is told once, and the host can be started again", () => {
  const { children, crashes, host } = setUp();
  host.start();
  children[0]?.end(9);
  children[0]?.end(9);
  expect([crashes, host.running]).toEqual([[9], false]);
  host.start();
  children[0]?.end(1);
  expect([crashes, host.running, children.length]).toEqual([[9], true, 2]);
});

test("a stop is no crash, and it is for good", () => {
  const { children, crashes, host } = setUp();
  host.start();
  host.stop();
  host.start();
  expect([children[0]?.killed, crashes, children.length, host.running]).toEqual([true, [], 1, false]);
});

// The desktop shell's host process without Electron: gives it a parentPort with the same shape, opens a window's port
// on it, and sends what the window gets to the test.
import { EventEmitter } from "node:events";
import { MessageChannel, type MessagePort } from "node:worker_threads";

/** A port as Electron's MessagePortMain is: messages come as events with `data`, and only after `start`. */
function electronPort(port: MessagePort) {
  const waiting: unknown[] = [];
  let listener: ((event: { data: unknown }) => void) | undefined;
  let started = false;
  const flush = (): void => {
    if (started && listener) for (const data of waiting.splice(0)) listener({ data });
  };
  port.on("message", (data: unknown) => {
    waiting.push(data);
    flush();
  });
  return {
    postMessage: (message: unknown) => port.postMessage(message),
    on: (_event: "message", next: (event: { data: unknown }) => void) => void (listener = next),
    once: (_event: "close", next: () => void) => void port.once("close", next),
    start() {
      started = true;
      flush();
    },
  };
}

const parentPort = new EventEmitter();
Object.defineProperty(process, "parentPort", { value: parentPort });
await import("../../host/electron-entry.ts");

const { port1: window, port2: host } = new MessageChannel();
window.on("message", (message: unknown) => process.send?.(message));
parentPort.emit("message", { data: { type: "connect" }, ports: [electronPort(host)] });
parentPort.emit("message", { data: { type: "open", files: process.argv.slice(2) }, ports: [] });
process.on("message", (message) => window.postMessage(message));
process.send?.("connected");

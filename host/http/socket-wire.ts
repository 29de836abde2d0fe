import type { RawData, WebSocket } from "ws";
import type { FromHost, ToHost } from "../../core/contract/rpc.ts";
import { type CallerWire, isToHost } from "../jobs/calls.ts";

/** Bytes of a frame that a window may send. */
export const largestFrame = 64 * 2 ** 20;

/** With this many bytes unsent, no more calls are taken in until the window has read them. */
const fullAt = 16 * 2 ** 20;
const emptyAt = 2 ** 20;

/** Close code for a frame that is no message. */
const notAMessage = 1003;

function textOf(data: RawData): string {
  return Buffer.isBuffer(data) ? data.toString("utf8") : "";
}

function readMessage(text: string): ToHost | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isToHost(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Messages over a WebSocket, as JSON text. A window that does not read is not read from either. */
export function socketWire(socket: WebSocket): CallerWire {
  const drained = (): void => {
    if (socket.isPaused && socket.bufferedAmount < emptyAt) socket.resume();
  };
  return {
    post(message: FromHost) {
      if (socket.readyState !== socket.OPEN) return;
      socket.send(JSON.stringify(message), drained);
      if (socket.bufferedAmount > fullAt) socket.pause();
    },
    onMessage(listener) {
      socket.on("message", (data: RawData, isBinary: boolean) => {
        const message = isBinary ? undefined : readMessage(textOf(data));
        if (message) listener(message);
        else socket.close(notAMessage, "not a message");
      });
    },
  };
}

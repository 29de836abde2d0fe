import { BroadcastChannel } from "node:worker_threads";
import type { HandedOver } from "../library/import.ts";

/** The channel of a library's threads over which one tells the others what it has just read. Knows no other process. */
function channelOf(folder: string): BroadcastChannel {
  const channel = new BroadcastChannel(`ullage ${folder}`);
  // It keeps no thread from ending.
  channel.unref();
  return channel;
}

/** Gives what an import read to whoever listens; nobody need. */
export function handOverTo(folder: string): (read: HandedOver) => void {
  const channel = channelOf(folder);
  return (read) => channel.postMessage(read);
}

/** Listens for what imports read. */
export function takeOver(folder: string, take: (read: HandedOver) => void): void {
  const channel = channelOf(folder);
  channel.onmessage = ({ data }) => take(data as HandedOver);
}

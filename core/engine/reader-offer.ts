import type { Recording } from "../model/recording.ts";
import { sizeOfTools } from "../model/size.ts";
import type { Middleware } from "../policies/middleware.ts";
import type { ToolOffer } from "../policies/request-view.ts";

/** The recorded tools with the stack's reader behind them; undefined where there is none, or the recording has its own. */
export function readerOffer(recording: Recording, stack: readonly Middleware[]): ToolOffer | undefined {
  const recorded = recording.thread.tools;
  const reader = stack.find((middleware) => middleware.reader)?.reader;
  if (!reader || recorded.some(({ name }) => name === reader.name)) return undefined;
  const tools = [...recorded, reader];
  return { tools, size: sizeOfTools(tools, recording.counting) };
}

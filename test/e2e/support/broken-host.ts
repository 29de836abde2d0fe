import type { Page } from "@playwright/test";
import type { MethodName, Params, Result } from "../../../core/contract/methods.ts";
import type { FromHost, ToHost } from "../../../core/contract/rpc.ts";

/**
 * Lets a window, from its next load on, hear answers to one call as a host with a defect would give them: every answer
 * is the real one, changed on its way. For what a host in order never says.
 */
export async function breakAnswers<M extends MethodName>(
  page: Page,
  method: M,
  change: (answer: Result<M>, asked: Params<M>) => Result<M>,
): Promise<void> {
  await page.routeWebSocket(/.*/, (socket) => {
    const asked = new Map<number, Params<M>>();
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      const message = JSON.parse(String(text)) as ToHost;
      if (message.t === "call" && message.m === method) asked.set(message.id, message.p as Params<M>);
      server.send(text);
    });
    server.onMessage((text) => {
      const message = JSON.parse(String(text)) as FromHost;
      const params = asked.get(message.id);
      if (message.t !== "ok" || !params) return socket.send(text);
      return socket.send(JSON.stringify({ ...message, r: change(message.r as Result<M>, params) }));
    });
  });
}

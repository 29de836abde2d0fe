import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test as base } from "@playwright/test";
import { AppServer, type AppServerOptions } from "./app-server.ts";
import { AppWindow } from "./app-window.ts";
import { Complaints } from "./complaints.ts";
import { writeHarbourSession } from "./harbour-session.ts";

interface Journey {
  /** A folder of this journey's own, deleted when it ends. */
  readonly folder: string;
  readonly complaints: Complaints;
  /** Starts a server on this journey's library; whatever was started is ended with the journey. */
  readonly startServer: (options?: Partial<AppServerOptions>) => Promise<AppServer>;
  /** The window of a server that was started for this journey, on an empty library. */
  readonly app: AppWindow;
  /** The path of the made-up harbour session. */
  readonly harbour: string;
  /** The window with the harbour session imported and open at its first step. */
  readonly opened: AppWindow;
}

/** A test with a folder, a server and a window of its own; it fails on any complaint of the window's. */
export const test = base.extend<Journey>({
  // oxlint-disable-next-line no-empty-pattern
  folder: async ({}, give) => {
    const folder = mkdtempSync(path.join(tmpdir(), "ullage-journey-"));
    await give(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  },
  complaints: [
    async ({ context }, give) => {
      const complaints = new Complaints(context);
      await give(complaints);
      expect(complaints.all, "the window complains of nothing").toEqual([]);
    },
    { auto: true },
  ],
  startServer: async ({ context, folder, complaints }, give) => {
    const started: AppServer[] = [];
    await give(async (options) => {
      const server = await AppServer.start({ data: path.join(folder, "library"), ...options });
      started.push(server);
      complaints.own(server.origin);
      return server;
    });
    // The windows first: one that outlives its server complains, as it should.
    for (const page of context.pages()) await page.close();
    for (const server of started) await server.stop();
  },
  app: async ({ startServer, page }, give) => {
    const app = new AppWindow(page);
    await app.enter(await startServer());
    await give(app);
  },
  harbour: async ({ folder }, give) => give(writeHarbourSession(folder)),
  opened: async ({ app, harbour }, give) => {
    await app.importFile(harbour);
    await app.goToFirstStep();
    await give(app);
  },
});

export { expect };

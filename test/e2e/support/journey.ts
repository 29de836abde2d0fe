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
  /** The path of the made-up harbour session, imported into the window and open at its first step. */
  readonly harbour: string;
}

/** A test with a folder, a server and a window of its own; it fails on any complaint of the window's. */
export const test = base.extend<Journey>({
  // oxlint-disable-next-line no-empty-pattern
  folder: async ({}, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), "ullage-journey-"));
    await use(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  },
  complaints: [
    async ({ context }, use) => {
      const complaints = new Complaints(context);
      await use(complaints);
      expect(complaints.all, "the window complains of nothing").toEqual([]);
    },
    { auto: true },
  ],
  startServer: async ({ context, folder, complaints }, use) => {
    const started: AppServer[] = [];
    await use(async (options) => {
      const server = await AppServer.start({ data: path.join(folder, "library"), ...options });
      started.push(server);
      complaints.own(server.origin);
      return server;
    });
    // The windows first: one that outlives its server complains, as it should.
    for (const page of context.pages()) await page.close();
    for (const server of started) await server.stop();
  },
  app: async ({ startServer, page }, use) => {
    const app = new AppWindow(page);
    await app.enter(await startServer());
    await use(app);
  },
  harbour: async ({ app, folder }, use) => {
    const file = writeHarbourSession(folder);
    await app.importFile(file);
    await use(file);
  },
});

export { expect };

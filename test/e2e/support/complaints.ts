import type { BrowserContext, Page } from "@playwright/test";

const speaking = new Set(["error", "warning", "assert"]);

/**
 * Everything that must never happen in a window: errors and warnings on the console, uncaught errors, dialogs of the
 * browser's own, windows that open by themselves, downloads, requests to anywhere but the journey's servers.
 */
export class Complaints {
  private readonly found: string[] = [];
  private readonly allowed: RegExp[] = [];
  private readonly origins = new Set<string>();

  constructor(context: BrowserContext) {
    context.on("page", (page) => this.watch(page));
    context.on("weberror", (error) => this.found.push(`uncaught: ${error.error().message}`));
    context.on("request", (request) => this.checkAddress(request.url()));
  }

  private watch(page: Page): void {
    page.on("console", (message) => {
      if (speaking.has(message.type())) this.found.push(`console: ${message.text()}`);
    });
    page.on("dialog", (dialog) => {
      this.found.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on("popup", (popup) => this.found.push(`window opened: ${popup.url()}`));
    page.on("download", (download) => this.found.push(`download: ${download.url()}`));
    page.on("websocket", (socket) => this.checkAddress(socket.url()));
  }

  private checkAddress(url: string): void {
    const { protocol, host } = new URL(url);
    const inside = protocol === "data:" || protocol === "blob:";
    if (!inside && !this.origins.has(host)) this.found.push(`request to ${url.slice(0, 200)}`);
  }

  /** Requests to this origin are what the window is for. */
  own(origin: string): void {
    this.origins.add(new URL(origin).host);
  }

  /** For journeys that provoke something: what matches is no complaint. */
  allow(...patterns: readonly RegExp[]): void {
    this.allowed.push(...patterns);
  }

  /** What was found, but what was allowed. */
  get all(): readonly string[] {
    return this.found.filter((one) => !this.allowed.some((pattern) => pattern.test(one)));
  }
}

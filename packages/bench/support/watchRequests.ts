import { browserEventsPath } from "@lectern/contract";
import type { Page, Request } from "playwright-core";

const idleMs = 500;

/**
 * Watches the requests of a page from now on. Returns a function that resolves when none has been open for half a
 * second, apart from the stream of events, which never ends.
 */
export function watchRequests(page: Page): () => Promise<void> {
  const openRequests = new Set<Request>();
  let idleSince = performance.now();
  const remove = (request: Request) => {
    openRequests.delete(request);
    idleSince = performance.now();
  };
  page.on("request", (request) => {
    if (new URL(request.url()).pathname !== browserEventsPath) openRequests.add(request);
  });
  page.on("requestfinished", remove);
  page.on("requestfailed", remove);
  return async () => {
    while (openRequests.size > 0 || performance.now() - idleSince < idleMs) await page.waitForTimeout(50);
  };
}

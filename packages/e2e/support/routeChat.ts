import type { KillRequest } from "@lectern/contract";
import type { Page } from "playwright-core";

export interface RoutedChat {
  /** Sends the next events and closes the connection without an end event, so that the page reconnects. */
  push(...events: readonly object[]): void;
  /** Sends the last events and ends the stream with `[DONE]` or only by closing the connection. */
  finish(events: readonly object[], ending?: "[DONE]" | "close"): void;
}

/**
 * Answers the page's chat requests in place of the server, with the events that a test provides. Works only for local
 * conversations.
 */
export async function routeChat(page: Page): Promise<RoutedChat> {
  const chunks: string[] = [];
  let waitingResolvers: ((chunk: string) => void)[] = [];
  let eventCount = 0;

  const pushChunk = (chunk: string) => {
    const resolveChunk = waitingResolvers.shift();
    if (resolveChunk) resolveChunk(chunk);
    else chunks.push(chunk);
  };
  const nextChunk = () => {
    const chunk = chunks.shift();
    return chunk === undefined
      ? new Promise<string>((resolve) => waitingResolvers.push(resolve))
      : Promise.resolve(chunk);
  };
  const formatEvents = (events: readonly object[]) =>
    events.map((event) => `id:${++eventCount}\ndata: ${JSON.stringify(event)}\n\n`).join("");

  await page.route(/\/chat(\/[^/]+)?$/, async (route) => {
    const killRequest: Partial<KillRequest> | null = route.request().postDataJSON();
    if (killRequest?.killSwitch) return route.fulfill({ json: { status: "OK" } });
    const body = await nextChunk();
    // The page may have been closed meanwhile.
    await route.fulfill({ status: 200, contentType: "text/event-stream", body }).catch(() => {});
  });
  page.on("close", () => {
    waitingResolvers = [];
  });
  return {
    push: (...events) => pushChunk(formatEvents(events)),
    finish: (events, ending = "[DONE]") =>
      pushChunk(formatEvents(events) + (ending === "[DONE]" ? "data: [DONE]\n\n" : "")),
  };
}

import type { KillRequest } from "@lectern/contract";
import type { Page } from "playwright-core";

export interface RoutedChat {
  /** Sends the next events; the connection then breaks off, and the page comes back for more. */
  push(...events: readonly object[]): void;
  /** Sends the last events and what ends a stream: `[DONE]`, or nothing but the closing of the connection. */
  finish(events: readonly object[], ending?: "[DONE]" | "close"): void;
}

/**
 * Answers the chat address in the server's place, with whatever events a test wants to see drawn. Works for conversations that
 * the browser keeps.
 */
export async function routeChat(page: Page): Promise<RoutedChat> {
  const pieces: string[] = [];
  let waiting: ((piece: string) => void)[] = [];
  let eventCount = 0;

  const give = (piece: string) => {
    const next = waiting.shift();
    if (next) next(piece);
    else pieces.push(piece);
  };
  const take = () => {
    const piece = pieces.shift();
    return piece === undefined ? new Promise<string>((resolve) => waiting.push(resolve)) : Promise.resolve(piece);
  };
  const written = (events: readonly object[]) =>
    events.map((event) => `id:${++eventCount}\ndata: ${JSON.stringify(event)}\n\n`).join("");

  await page.route(/\/chat(\/[^/]+)?$/, async (route) => {
    const given: Partial<KillRequest> | null = route.request().postDataJSON();
    if (given?.killSwitch) return route.fulfill({ json: { status: "OK" } });
    const body = await take();
    // The page may have gone meanwhile.
    await route.fulfill({ status: 200, contentType: "text/event-stream", body }).catch(() => {});
  });
  page.on("close", () => {
    waiting = [];
  });
  return {
    push: (...events) => give(written(events)),
    finish: (events, ending = "[DONE]") => give(written(events) + (ending === "[DONE]" ? "data: [DONE]\n\n" : "")),
  };
}

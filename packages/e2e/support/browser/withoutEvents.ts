import { browserEventsPath } from "@lectern/contract";
import type { BrowserContext } from "playwright-core";

/** Lets a browser receive no events, so that its pages notice changes only when they look for them. */
export const withoutEvents = (context: BrowserContext): Promise<unknown> =>
  context.route(`**${browserEventsPath}`, (route) => route.abort());

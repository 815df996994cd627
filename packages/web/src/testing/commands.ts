import { defineBrowserCommand } from "@vitest/browser-playwright";

/** Changes what the page’s media queries match. Runs in Node, because a page cannot do that itself. */
export const emulateMedia = defineBrowserCommand<
  [media: { colorScheme?: "dark" | "light"; reducedMotion?: "reduce" | "no-preference"; media?: "print" | "screen" }]
>(({ page }, media) => page.emulateMedia(media));

declare module "vitest/browser" {
  interface BrowserCommands {
    emulateMedia(media: {
      colorScheme?: "dark" | "light";
      reducedMotion?: "reduce" | "no-preference";
      media?: "print" | "screen";
    }): Promise<void>;
  }
}

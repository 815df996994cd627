import { defineBrowserCommand } from "@vitest/browser-playwright";

/** What a page cannot do itself. Runs in Node; the tests call the functions of `media.ts`. */
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

import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineProject } from "vitest/config";
import { emulateMedia } from "./src/testing/commands.ts";
import { textMacros } from "./textPlugins.ts";

/** Components in a page of a real Chromium, without a server: `src/testing` answers their calls. */
export const componentProject = defineProject({
  root: import.meta.dirname,
  plugins: [textMacros(), react()],
  // Without this, Vite finds the packages of lazily loaded code only as a test loads it, and then reloads the page.
  optimizeDeps: { entries: ["src/main.tsx", "src/**/*.component.test.tsx"], include: ["vitest-browser-react"] },
  test: {
    name: "component",
    include: ["src/**/*.component.test.tsx"],
    setupFiles: [join(import.meta.dirname, "src/testing/setUpPage.ts")],
    // A machine may be busy with other things.
    testTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    retry: process.env.CI ? 1 : 0,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      locators: { exact: false },
      commands: { emulateMedia },
      viewport: { width: 1280, height: 800 },
      provider: playwright({
        launchOptions: {
          ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
          args: [
            "--no-sandbox",
            "--disable-quic",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
          ],
        },
      }),
      instances: [{ browser: "chromium" }],
    },
  },
});

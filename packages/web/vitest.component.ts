import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineProject } from "vitest/config";
import { emulateMedia } from "./src/testing/commands.ts";
import { textMacros } from "./textPlugins.ts";

/** A page of its own, because Chromium cannot switch its pointer back. */
const touchTests = "src/**/*.touch.component.test.tsx";

const createProvider = ({ hasTouch }: { hasTouch: boolean }) =>
  playwright({
    // Otherwise an expectation that fails waits until the test's time is up.
    actionTimeout: 40_000,
    contextOptions: { hasTouch, colorScheme: "dark" },
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
  });

/** Components in a page of a real Chromium, without a server: `src/testing` answers their calls. */
export const componentProject = defineProject({
  root: import.meta.dirname,
  plugins: [textMacros(), react()],
  // Without this, Vite finds the packages of lazily loaded code only as a test loads it, and then reloads the page.
  optimizeDeps: {
    entries: ["src/main.tsx", "src/**/*Worker.ts", "src/**/*.component.test.tsx"],
    include: ["vitest-browser-react", "fflate", "shiki/core", "shiki/engine/javascript"],
  },
  // It would cover the page, and hide which test failed.
  server: { hmr: { overlay: false } },
  test: {
    name: "component",
    include: ["src/**/*.component.test.tsx"],
    setupFiles: [join(import.meta.dirname, "src/testing/setUpPage.ts")],
    // A machine may be busy with other things.
    testTimeout: 120_000,
    retry: process.env.CI ? 1 : 0,
    maxWorkers: 2,
    // Loading the modules of the app for each file took longer than its tests.
    isolate: false,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      locators: { exact: false },
      commands: { emulateMedia },
      viewport: { width: 1280, height: 800 },
      instances: [
        {
          browser: "chromium",
          name: "component (mouse)",
          exclude: [touchTests],
          provider: createProvider({ hasTouch: false }),
        },
        {
          browser: "chromium",
          name: "component (touch)",
          include: [touchTests],
          provider: createProvider({ hasTouch: true }),
        },
      ],
    },
  },
});

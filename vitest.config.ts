import { defineConfig } from "vitest/config";

const testDatabaseSetup = "packages/server/src/testing/testDatabaseSetup.ts";

/** `unit`: everything that runs in Node. `browser`: whole servers and a real Chromium, two files at a time: most of what they do is wait. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: [
            "packages/{contract,server,web,bench}/**/*.test.ts",
            "packages/web/src/**/*.test.tsx",
            "scripts/**/*.test.ts",
          ],
          globalSetup: [testDatabaseSetup],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "browser",
          // Whole servers and browsers on a machine that may be busy with other things. Vitest reports what needed a second try.
          retry: process.env.CI ? 1 : 0,
          include: ["packages/e2e/specs/**/*.spec.ts"],
          globalSetup: [testDatabaseSetup],
          // The files of a worker share a Chromium and a server.
          isolate: false,
          environment: "./packages/e2e/support/workerResources.ts",
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});

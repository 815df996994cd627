import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { textMacros } from "./packages/web/textPlugins.ts";

const testDatabaseSetup = "packages/server/src/testing/testDatabaseSetup.ts";

/**
 * Three also where there are fewer cores, because tests spend part of their time waiting. On two cores five took 15 %
 * longer: each worker loads the code, and starts a server and a browser, for itself.
 */
const maxWorkers = Math.max(3, availableParallelism() - 1);

/** `unit`: everything that runs in Node. `browser`: whole servers and a real Chromium. */
export default defineConfig({
  test: {
    reporters: ["default", "./scripts/slowestFilesReporter.ts"],
    projects: [
      {
        // The texts of the web app are written as macros.
        plugins: [textMacros()],
        test: {
          name: "unit",
          include: [
            "packages/{contract,server,web,bench}/**/*.test.ts",
            "packages/web/src/**/*.test.tsx",
            "scripts/**/*.test.ts",
          ],
          globalSetup: [testDatabaseSetup],
          // English is the language of the tests.
          setupFiles: ["packages/web/src/lib/i18n/i18n.ts", "scripts/unstubAfterFile.ts"],
          // Real databases, processes and buckets on a machine that may be busy. Vitest reports what needed a second try.
          retry: process.env.CI ? 1 : 0,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // Most of a file's time went into importing what the file before it had imported.
          isolate: false,
          // Without isolation, what one file replaces would stay replaced in the next.
          unstubGlobals: true,
          unstubEnvs: true,
          restoreMocks: true,
          maxWorkers,
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
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers,
        },
      },
    ],
  },
});

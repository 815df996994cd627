import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { textMacros } from "./packages/web/textPlugins.ts";
import { componentProject } from "./packages/web/vitest.component.ts";

const testDatabaseSetup = "packages/server/src/testing/testDatabaseSetup.ts";

/**
 * Three also where there are fewer cores, because tests spend part of their time waiting. On two cores five took 15 %
 * longer: each worker loads the code, and starts a server and a browser, for itself.
 */
const maxWorkers = Math.max(3, availableParallelism() - 1);

/** Real databases, processes and browsers on a machine that may be busy. Vitest reports what needed a second try. */
const retry = process.env.CI ? 1 : 0;

const componentTests = "**/*.component.test.tsx";
const extendedTests = "**/*.extended.{test,spec}.{ts,tsx}";

const unit = {
  // The texts of the web app are written as macros.
  plugins: [textMacros()],
  test: {
    globalSetup: [testDatabaseSetup],
    // English is the language of the tests.
    setupFiles: ["packages/web/src/lib/i18n/i18n.ts", "scripts/unstubAfterFile.ts"],
    retry,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Most of a file's time went into importing what the file before it had imported.
    isolate: false,
    // Without isolation, what one file replaces would stay replaced in the next.
    unstubGlobals: true,
    unstubEnvs: true,
    restoreMocks: true,
    maxWorkers,
    provide: { defaultDatabaseKind: "postgres" as const },
  },
};

const e2e = {
  provide: { defaultDatabaseKind: "pglite" as const },
  globalSetup: [testDatabaseSetup],
  retry,
  // The files of a worker share a Chromium and a server.
  isolate: false,
  environment: "./packages/e2e/support/servers/workerResources.ts",
  testTimeout: 120_000,
  hookTimeout: 120_000,
  maxWorkers,
};

/**
 * `npm test` runs the first four projects, `npm run test:all` all of them. What a file is part of follows from its
 * place and name; CONTRIBUTING.md describes the two tiers.
 */
export default defineConfig({
  test: {
    reporters: ["default", "./scripts/slowestFilesReporter.ts", "./scripts/failedTestsReporter.ts"],
    projects: [
      {
        ...unit,
        test: {
          ...unit.test,
          name: "unit",
          include: [
            "packages/{contract,server,web,bench}/**/*.test.ts",
            "packages/web/src/**/*.test.tsx",
            "scripts/**/*.test.ts",
          ],
          exclude: ["**/node_modules/**", componentTests, extendedTests],
        },
      },
      componentProject,
      { test: { ...e2e, name: "process", include: ["packages/e2e/processes/**/*.spec.ts"], exclude: [extendedTests] } },
      { test: { ...e2e, name: "browser", include: ["packages/e2e/specs/**/*.spec.ts"], exclude: [extendedTests] } },
      {
        ...unit,
        test: {
          ...unit.test,
          name: "unit-extended",
          include: ["packages/{contract,server,web,bench}/**/*.extended.test.{ts,tsx}"],
        },
      },
      {
        ...unit,
        test: {
          ...unit.test,
          name: "embedded-database",
          include: ["packages/server/src/{http,modules,ops}/**/*.test.ts"],
          exclude: ["**/node_modules/**", extendedTests],
          provide: { defaultDatabaseKind: "pglite" as const },
        },
      },
      {
        test: {
          ...e2e,
          name: "process-postgres",
          // What a server leaves on its disk depends on the database.
          include: ["packages/e2e/processes/{start/crash,privacy/localConversation}.spec.ts"],
          provide: { defaultDatabaseKind: "postgres" as const },
        },
      },
      {
        test: {
          ...e2e,
          name: "e2e-extended",
          include: ["packages/e2e/{specs,processes}/**/*.extended.spec.ts"],
        },
      },
    ],
  },
});

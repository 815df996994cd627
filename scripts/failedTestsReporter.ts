import { appendFileSync } from "node:fs";
import type { Reporter, SerializedError, TestModule } from "vitest/node";

const maxMessageLength = 300;

/**
 * Appends each failure of a run to the file that FAILED_TESTS_FILE names, a line each. `npm test` runs Vitest once per
 * project, and repeats the failures of all of them at its end, where the last lines of a log show them.
 */
export default class FailedTestsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const path = process.env.FAILED_TESTS_FILE;
    if (path === undefined) return;
    const lines = modules.flatMap(listFailures);
    lines.push(...unhandledErrors.map((error) => `unhandled error: ${shorten(error.stack ?? error.message)}`));
    if (lines.length > 0) appendFileSync(path, `${lines.join("\n")}\n`);
  }
}

function listFailures(module: TestModule): string[] {
  const ofModule = module.errors().map((error) => `${module.relativeModuleId}: ${shorten(error.message)}`);
  const ofSuites = [...module.children.allSuites()].flatMap((suite) =>
    suite.errors().map((error) => `${module.relativeModuleId} > ${suite.fullName}: ${shorten(error.message)}`),
  );
  const ofTests = [...module.children.allTests("failed")].map((test) => {
    const messages = (test.result().errors ?? []).map(({ message }) => shorten(message));
    return `${module.relativeModuleId} > ${test.fullName}: ${messages.join(" | ")}`;
  });
  return [...ofModule, ...ofSuites, ...ofTests];
}

const shorten = (message: string) => message.replace(/\s+/g, " ").slice(0, maxMessageLength);

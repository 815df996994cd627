import type { Reporter, TestModule } from "vitest/node";

const maxFiles = 10;

/** Prints the slowest test files of a large run, so that people notice files that become slow. */
export default class SlowestFilesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const timedModules = modules.map((module) => ({ module, seconds: getSeconds(module) }));
    const totalSeconds = timedModules.reduce((sum, { seconds }) => sum + seconds, 0);
    const slowestModules = timedModules.toSorted((a, b) => b.seconds - a.seconds).slice(0, maxFiles);
    if (slowestModules.length < maxFiles) return;
    process.stdout.write(
      `\nThe ${maxFiles} slowest of ${modules.length} files, which took ${formatSeconds(totalSeconds)} s together:\n`,
    );
    for (const { module, seconds } of slowestModules) {
      process.stdout.write(`${formatSeconds(seconds).padStart(8)} s  ${module.relativeModuleId}\n`);
    }
  }
}

/** Returns the time for imports, hooks and tests. */
function getSeconds(module: TestModule): number {
  const { collectDuration, duration } = module.diagnostic();
  return (collectDuration + duration) / 1000;
}

const formatSeconds = (seconds: number) => seconds.toFixed(1);

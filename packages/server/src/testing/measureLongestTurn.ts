import { setTimeout as wait } from "node:timers/promises";

/**
 * Returns the longest time for which this thread's event loop was blocked while `work` ran, in ms of this thread's CPU
 * time: unlike the wall-clock time, that does not depend on what else runs on the machine.
 */
export async function measureLongestTurn(work: () => Promise<unknown>): Promise<number> {
  let isRunning = true;
  let longestMs = 0;
  const watch = async () => {
    // A timer that is due runs in every turn of the event loop, so few turns are counted together.
    while (isRunning) {
      const before = process.threadCpuUsage();
      await wait(1);
      const { user, system } = process.threadCpuUsage(before);
      longestMs = Math.max(longestMs, (user + system) / 1_000);
    }
  };
  const watching = watch();
  await work().finally(() => {
    isRunning = false;
  });
  await watching;
  return longestMs;
}

/**
 * Returns the limit in ms of CPU time: half more than parsing five million numbers takes now, so that it depends neither
 * on the machine nor on what else it runs. On a machine of 2026 without other work, 75 ms, of which 25 allow for
 * collecting garbage. The bodies that this prevents blocked for seconds.
 */
export async function measureTurnLimit(): Promise<number> {
  const text = `[${"0,".repeat(5_000_000)}0]`;
  return 1.5 * (await measureLongestTurn(async () => void JSON.parse(text)));
}

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

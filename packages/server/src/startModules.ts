import type { Platform } from "./core/context.ts";
import type { ServerModule } from "./core/serverModule.ts";
import type { PeriodicTask } from "./platform/runPeriodically.ts";

/**
 * Starts the modules on a migrated database, before the server accepts requests. Returns the periodic tasks, which
 * `stopTasks` stops when the server ends. If a module fails, stops the tasks that have started and rejects.
 */
export async function startModules(
  platform: Platform,
  modules: readonly ServerModule[],
): Promise<readonly PeriodicTask[]> {
  for (const { registerJobs } of modules) registerJobs?.(platform);
  for (const { prepare } of modules) await prepare?.(platform);
  await Promise.all([platform.jobs.start(), ...modules.map(({ seed }) => seed?.(platform))]);
  const tasks: PeriodicTask[] = [];
  try {
    for (const { start } of modules) tasks.push(...((await start?.(platform)) ?? []));
  } catch (error) {
    await stopTasks(tasks);
    throw error;
  }
  return tasks;
}

/** Stops all tasks and waits until their current runs have finished. */
export async function stopTasks(tasks: readonly PeriodicTask[]): Promise<void> {
  await Promise.all(tasks.map((task) => task.stop()));
}

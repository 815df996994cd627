import type { Platform } from "../../core/context.ts";

/** Stops all runs of a person, in all processes. Returns true if there were none. */
export async function stopRunsOfPerson({ runLog }: Platform, personId: string): Promise<boolean> {
  const runs = await runLog.listLiveRuns(personId);
  await Promise.all(runs.map((run) => runLog.stop(run)));
  return runs.length === 0;
}

import type { Platform } from "../../core/context.ts";
import { defineServerState } from "../../core/serverState.ts";
import { listProcessesWithOpenAnswers, reapAnswers } from "../conversations/service.ts";
import { listProcessesWithOpenUsage, reapUsage } from "../usage/service.ts";

/**
 * Ends the runs of dead processes: marks their answers as interrupted and settles their usage rows. Does not change
 * runs of live processes. With `atStart`, also ends runs without a process id, which earlier versions wrote.
 */
export async function reapDeadRuns(platform: Platform, when: "atStart" | "later"): Promise<void> {
  const processIds = (
    await Promise.all([listProcessesWithOpenUsage(platform), listProcessesWithOpenAnswers(platform)])
  ).flat();
  const knownIds = new Set(processIds.filter((id) => id !== null));
  const deadIds = knownIds.size > 0 ? await platform.processes.findDead([...knownIds]) : [];
  const includesUnmarked = when === "atStart" && processIds.includes(null);
  if (deadIds.length === 0 && !includesUnmarked) return;
  const deadProcesses = { ids: deadIds, includesUnmarked };
  const [rowCount, answerCount] = await Promise.all([
    reapUsage(platform, deadProcesses),
    reapAnswers(platform, deadProcesses),
  ]);
  platform.log.info(
    { processes: deadIds.length, rows: rowCount, replies: answerCount },
    "ended the runs of dead processes",
  );
}

export interface RunReaper {
  /** Starts a pass now, for example when another process has been found dead. Does nothing during a pass. */
  trigger(): void;
  stop(): Promise<void>;
}

/** The reaper of this server. `current` is null until the reaper starts, and always with the embedded database. */
export const runReaper = defineServerState((): { current: RunReaper | null } => ({ current: null }));

/** Reaps now and every `intervalMs`, one pass at a time. Until a pass succeeds, each is like the one at the start. */
export function startRunReaper(platform: Platform, intervalMs: number): RunReaper {
  let runningPass: Promise<void> | null = null;
  let when: "atStart" | "later" = "atStart";
  const trigger = () => {
    runningPass ??= reapDeadRuns(platform, when)
      .then(() => {
        when = "later";
      })
      .catch((error: unknown) => platform.log.warn({ err: error }, "reaping dead runs failed"))
      .finally(() => {
        runningPass = null;
      });
  };
  const timer = setInterval(trigger, intervalMs);
  timer.unref();
  trigger();
  return {
    trigger,
    async stop() {
      clearInterval(timer);
      await runningPass;
    },
  };
}

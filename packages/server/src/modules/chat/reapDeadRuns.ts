import type { Platform } from "../../core/context.ts";
import { defineServerState } from "../../core/serverState.ts";
import { listProcessesWithOpenReplies, reapReplies } from "../conversations/service.ts";
import { listProcessesWithOpenUsage, reapUsage } from "../usage/service.ts";

/**
 * Ends the runs of dead processes: marks their answers as interrupted and settles their usage rows. Runs of live
 * processes are untouched. `atStart` also ends runs without a process id, which an earlier version wrote.
 */
export async function reapDeadRuns(platform: Platform, when: "atStart" | "later"): Promise<void> {
  const processIds = (
    await Promise.all([listProcessesWithOpenUsage(platform), listProcessesWithOpenReplies(platform)])
  ).flat();
  const knownIds = new Set(processIds.filter((id) => id !== null));
  // The server must start even if it cannot ask right now: the reaper tries again later.
  const assumeAllAlive = (error: unknown): string[] => {
    platform.log.warn({ err: error }, "it cannot be seen yet which processes are dead");
    return [];
  };
  const dead = knownIds.size > 0 ? await platform.processes.findDead([...knownIds]).catch(assumeAllAlive) : [];
  const unmarked = when === "atStart" && processIds.includes(null);
  if (dead.length === 0 && !unmarked) return;
  const target = { dead, unmarked };
  const [rows, replies] = await Promise.all([reapUsage(platform, target), reapReplies(platform, target)]);
  platform.log.info({ processes: dead.length, rows, replies }, "what dead processes had left open was ended");
}

export interface RunReaper {
  /** Starts a pass at once, for example when a process was found to be dead. */
  trigger(): void;
  stop(): Promise<void>;
}

/** The reaper of a server; null before it has started and where no other process can die. */
export const runReaper = defineServerState((): { current: RunReaper | null } => ({ current: null }));

/** Reaps every `intervalMs`, one pass at a time. */
export function startRunReaper(platform: Platform, intervalMs: number): RunReaper {
  let pass: Promise<void> | null = null;
  const trigger = () => {
    pass ??= reapDeadRuns(platform, "later")
      .catch((error: unknown) => platform.log.warn({ err: error }, "a sweep after dead processes failed"))
      .finally(() => {
        pass = null;
      });
  };
  const timer = setInterval(trigger, intervalMs);
  timer.unref();
  return {
    trigger,
    async stop() {
      clearInterval(timer);
      await pass;
    },
  };
}

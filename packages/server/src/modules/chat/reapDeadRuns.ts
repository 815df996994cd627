import type { Platform } from "../../core/context.ts";
import { listProcessesWithOpenReplies, reapReplies } from "../conversations/service.ts";
import { reapUsage, listProcessesWithOpenUsage } from "../usage/service.ts";

/**
 * Ends what processes that died have left open: their answers are marked as interrupted, their usage rows settled. What living ones write
 * stays as it is. `atStart`: also what an earlier version has left, which says not whose it is.
 */
export async function reapDeadRuns(platform: Platform, when: "atStart" | "later"): Promise<void> {
  const marked = await Promise.all([listProcessesWithOpenUsage(platform), listProcessesWithOpenReplies(platform)]);
  const ids = new Set(marked.flat().filter((id) => id !== null));
  // A server does not fail to start because it cannot ask just then: a later sweep can.
  const nobody = (error: unknown): string[] => {
    platform.log.warn({ err: error }, "it cannot be seen yet which processes are dead");
    return [];
  };
  const dead = ids.size > 0 ? await platform.processes.deadAmong([...ids]).catch(nobody) : [];
  const unmarked = when === "atStart" && marked.flat().includes(null);
  if (dead.length === 0 && !unmarked) return;
  const of = { dead, unmarked };
  const [rows, replies] = await Promise.all([reapUsage(platform, of), reapReplies(platform, of)]);
  platform.log.info({ processes: dead.length, rows, replies }, "what dead processes had left open was ended");
}

export interface Sweeping {
  /** Sweeps now, as when a process was seen to be dead. */
  soon(): void;
  stop(): Promise<void>;
}

/** Sweeps every `everyMs`, one sweep at a time. */
export function startRunReaper(platform: Platform, everyMs: number): Sweeping {
  let sweeping: Promise<void> | null = null;
  const soon = () => {
    sweeping ??= reapDeadRuns(platform, "later")
      .catch((error: unknown) => platform.log.warn({ err: error }, "a sweep after dead processes failed"))
      .finally(() => {
        sweeping = null;
      });
  };
  const timer = setInterval(soon, everyMs);
  timer.unref();
  return {
    soon,
    async stop() {
      clearInterval(timer);
      await sweeping;
    },
  };
}

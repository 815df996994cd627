import { randomUUID } from "node:crypto";
import type { ProcessBus } from "./processBus.ts";

/** The processes whose work can be reclaimed. `includesUnmarked`: true to reclaim rows without a process id, too. */
export interface DeadProcesses {
  ids: readonly string[];
  includesUnmarked: boolean;
}

/**
 * For a database that only one process uses: there is nobody to send to, and every other process id belongs to a dead
 * process.
 */
export function createSingleProcess(): ProcessBus {
  const id = randomUUID();
  const unsubscribe = () => undefined;
  return {
    id,
    isShared: false,
    findDead: async (ids) => ids.filter((other) => other !== id),
    subscribe: () => unsubscribe,
    onReconnect: () => unsubscribe,
    post: async () => undefined,
    close: async () => undefined,
  };
}

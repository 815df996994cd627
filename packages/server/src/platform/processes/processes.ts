import { randomUUID } from "node:crypto";

/** The server processes on one database. */
export interface Processes {
  /** This one's, new at each start: what is marked with it belongs to this start of this process. */
  readonly id: string;
  /** Those of the ids whose process no longer lives. Never this one's. */
  deadAmong(ids: readonly string[]): Promise<string[]>;
}

/** Whose work is over: processes that do not live, and, with `unmarked`, whoever did not say which process it is. */
export interface DeadProcesses {
  dead: readonly string[];
  unmarked: boolean;
}

/** For a database that serves one process only: whatever was before it is dead. */
export function createSoleProcess(): Processes {
  const id = randomUUID();
  return { id, deadAmong: async (ids) => ids.filter((other) => other !== id) };
}

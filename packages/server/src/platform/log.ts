import { type Logger, pino } from "pino";

/** Structured log. Carries ids, counts and durations, never content, keys, tokens or addresses with credentials. */
export type Log = Logger;

export function createLog(level: string): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}

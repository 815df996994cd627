import { type DestinationStream, type Logger, pino } from "pino";

/** Structured log. Carries ids, counts and durations, never content, keys, tokens or addresses with credentials. */
export type Log = Logger;

/** `destination` absent: the standard output. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => describeError(error) },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Fields that say what kind of failure it was. Libraries hang whole requests and rows on their errors: no other field is logged. */
const toldFields = ["code", "kind", "status", "errno", "syscall", "constraint", "table", "column"] as const;
const longestMessage = 1_000;

const mostCauses = 5;

/** What a log says of an error: its type, message and stack, the few fields that tell its kind, and the same of its cause. */
function describeError(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const told = toldFields.flatMap((name): [string, unknown][] => {
    const value: unknown = Reflect.get(error, name);
    return typeof value === "string" || typeof value === "number" ? [[name, value]] : [];
  });
  const { cause } = error;
  return {
    type: error.constructor.name,
    message: error.message.slice(0, longestMessage),
    stack: framesOf(error.stack ?? ""),
    ...Object.fromEntries(told),
    ...(cause instanceof Error && depth < mostCauses ? { cause: describeError(cause, depth + 1) } : {}),
  };
}

/** The frames without the message, which stands beside them. */
function framesOf(stack: string): string {
  const frames = stack.split("\n").filter((line) => /^\s+at /.test(line));
  return frames.map((frame) => frame.trim()).join("\n");
}

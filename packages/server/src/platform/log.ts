import { type DestinationStream, type Logger, pino } from "pino";

/** Structured log. It contains ids, counts and durations, never content, keys, tokens or URLs with credentials. */
export type Log = Logger;

/** Text that waits while the destination cannot be written, such as a file on a full disk. Further lines are dropped. */
const maxWaitingLength = 65_536;

/**
 * Without `destination`, writes to standard output. A destination that cannot be written does not stop the server:
 * lines wait, then are dropped and counted, and the log says how many once it can be written again.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => describeError(error) },
  };
  if (destination) return pino(options, destination);
  const standardOutput = Object.assign(pino.destination({ dest: 1, sync: true, maxLength: maxWaitingLength }), {
    droppedLines: 0,
  });
  const log = pino(options, standardOutput);
  let reportedLines = 0;
  // An error without a listener would end the process. The next line tries again.
  standardOutput.on("error", () => {});
  standardOutput.on("drop", () => {
    standardOutput.droppedLines += 1;
    // A dropped line does not try to write the waiting ones itself.
    standardOutput.flush();
  });
  standardOutput.on("write", () => {
    if (standardOutput.droppedLines === reportedLines) return;
    const count = standardOutput.droppedLines - reportedLines;
    reportedLines = standardOutput.droppedLines;
    queueMicrotask(() => log.warn({ count }, "log lines were dropped, because the log could not be written"));
  });
  return log;
}

/** Returns how many lines were dropped because the log's destination could not be written. */
export function countDroppedLines(log: Log): number {
  const stream: unknown = Reflect.get(log, pino.symbols.streamSym);
  const hasCount = typeof stream === "object" && stream !== null && "droppedLines" in stream;
  return hasCount ? Number(stream.droppedLines) : 0;
}

/** The additional error fields that are logged. No others are: libraries attach whole requests and rows to errors. */
const loggedFields = ["code", "kind", "status", "errno", "syscall", "constraint", "table", "column"] as const;
const maxMessageLength = 1_000;

const maxCauses = 5;

/** Returns the type, message, stack and `loggedFields` of an error and of its causes. */
function describeError(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const fields = loggedFields.flatMap((name): [string, unknown][] => {
    const value: unknown = Reflect.get(error, name);
    return typeof value === "string" || typeof value === "number" ? [[name, value]] : [];
  });
  const { cause } = error;
  return {
    type: error.constructor.name,
    message: getLoggedMessage(error),
    stack: getStackFrames(error.stack ?? ""),
    ...Object.fromEntries(fields),
    ...(cause instanceof Error && depth < maxCauses ? { cause: describeError(cause, depth + 1) } : {}),
  };
}

/** A message written for a person may name a document or a conversation, so only the code of such an error is logged. */
function getLoggedMessage(error: Error): string {
  if ("userMessage" in error && "code" in error) return String(error.code);
  return error.message.slice(0, maxMessageLength);
}

/** Returns the stack without the message, which is logged separately. */
function getStackFrames(stack: string): string {
  const frames = stack.split("\n").filter((line) => /^\s+at /.test(line));
  return frames.map((frame) => frame.trim()).join("\n");
}

import { summarizeError } from "../../sandboxedProcess/errorSummary.ts";
import type { ChildMessage } from "../childMessages.ts";
import { DocumentReadError } from "../documentReader.ts";
import { createCrashedError, createDamagedError } from "../readFailures.ts";
import type { ReadSummary } from "../readInSandbox.ts";

/** Runs a read and returns the final message of the process, for success and failure alike. Never rejects. */
export async function runRead(read: () => Promise<Omit<ReadSummary, "type">>): Promise<ChildMessage> {
  try {
    return { type: "done", ...(await read()) };
  } catch (error) {
    const { failure, userMessage, canRetry, cause } = toReadError(error);
    return { type: "failed", failure, userMessage, canRetry, error: summarizeError(cause ?? error) };
  }
}

function toReadError(error: unknown): DocumentReadError {
  if (error instanceof DocumentReadError) return error;
  // System errors, such as a full disk or a missing file, are not the document's fault.
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /^E[A-Z]+$/.test(code) ? createCrashedError(error) : createDamagedError(error);
}

import { CallError } from "../../lib/callError.ts";
import type { ErrorDetails } from "../../ui/notices/notify.tsx";

/** Returns the details of a notice: the server's message, or else the error's message, and the request id. */
export function toErrorDetails(error: unknown): ErrorDetails {
  if (error instanceof CallError) return { reason: error.reason ?? error.message, requestId: error.requestId };
  return { reason: error instanceof Error ? error.message : String(error) };
}

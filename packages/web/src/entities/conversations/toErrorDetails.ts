import { CallError } from "../../lib/callError.ts";
import type { ErrorDetails } from "../../ui/notices/notify.tsx";

/** What a notice says beneath its sentence: the server's own words, else the error's, and the request id. */
export function toErrorDetails(error: unknown): ErrorDetails {
  if (error instanceof CallError) return { reason: error.reason ?? error.message, requestId: error.requestId };
  return { reason: error instanceof Error ? error.message : String(error) };
}

import { PutError } from "../../entities/files/upload/putFile.ts";
import { CallError } from "../../lib/callError.ts";
import { translateServerText } from "../../lib/i18n/translateServerText.ts";

/** Returns why a call or an upload failed, in the server's words if there are any, and the id of a failed request. */
export function getErrorDetails(error: Error): { reason: string; requestId: string | null } {
  if (error instanceof CallError) return { reason: error.reason ?? error.message, requestId: error.requestId };
  const reason = error instanceof PutError && error.reason !== null ? translateServerText(error.reason) : error.message;
  return { reason, requestId: null };
}

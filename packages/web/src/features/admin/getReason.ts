import { PutError } from "../../entities/files/upload/putFile.ts";
import { CallError } from "../../lib/callError.ts";
import { translateServerText } from "../../lib/i18n/translateServerText.ts";

/** Returns why a call or an upload failed, in the server's words if there are any. */
export function getReason(error: Error): string {
  if (error instanceof CallError) return error.reason ?? error.message;
  if (error instanceof PutError && error.reason !== null) return translateServerText(error.reason);
  return error.message;
}

import { CallError } from "../../lib/callError.ts";

/** Returns true if reading an assistant failed because it does not exist, the id is no id, or the person has no access. */
export const isAssistantGone = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 400 || error.status === 403 || error.status === 404);

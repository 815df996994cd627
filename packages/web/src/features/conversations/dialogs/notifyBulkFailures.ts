import { getConversationName } from "../../../entities/conversations/getConversationName.ts";
import type { BulkOutcome } from "../../../entities/conversations/store/conversationActions.ts";
import { toErrorDetails } from "../../../entities/conversations/toErrorDetails.ts";
import { CallError } from "../../../lib/callError.ts";
import { listNames, quoteName } from "../../../lib/text/listNames.ts";
import { notifyFailure } from "../../../ui/notices/notify.tsx";

/**
 * If an action failed for some conversations, shows the text that `describe` makes of their names, and the reason of the
 * first failure.
 */
export function notifyBulkFailures(outcome: BulkOutcome, describe: (names: string) => string): void {
  const error = createBulkError(outcome, describe);
  if (error) notifyFailure(error);
}

/** Returns the error that `notifyBulkFailures` shows; null if nothing failed. */
export function createBulkError({ failed }: BulkOutcome, describe: (names: string) => string): CallError | null {
  const [firstFailure] = failed;
  if (!firstFailure) return null;
  const { reason = null, requestId = null } = toErrorDetails(firstFailure.error);
  const text = describe(listNames(failed.map(getConversationName), quoteName));
  return new CallError(text, { reason, requestId, cause: firstFailure.error });
}

import { getConversationName } from "../../../entities/conversations/getConversationName.ts";
import type { BulkOutcome } from "../../../entities/conversations/store/conversationActions.ts";
import { toErrorDetails } from "../../../entities/conversations/toErrorDetails.ts";
import { listNames, quoteName } from "../../../lib/listNames.ts";
import { notifyError } from "../../../ui/notices/notify.tsx";

/**
 * If an action failed for some conversations, shows the text that `describe` makes of their names, and the reason of the
 * first failure.
 */
export function notifyBulkFailures({ failed }: BulkOutcome, describe: (names: string) => string): void {
  const [firstFailure] = failed;
  if (!firstFailure) return;
  notifyError(describe(listNames(failed.map(getConversationName), quoteName)), toErrorDetails(firstFailure.error));
}

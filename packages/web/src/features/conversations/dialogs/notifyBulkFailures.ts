import type { BulkOutcome } from "../../../entities/conversations/store/conversationActions.ts";
import { toErrorDetails } from "../../../entities/conversations/toErrorDetails.ts";
import { listNames, quoteName } from "../../../lib/listNames.ts";
import { notifyError } from "../../../ui/notices/notify.tsx";

/**
 * If an action failed for some conversations, shows their names and the reason of the first failure. `pastParticiple`
 * names the action, such as "deleted".
 */
export function notifyBulkFailures({ failed }: BulkOutcome, pastParticiple: string): void {
  const [firstFailure] = failed;
  if (!firstFailure) return;
  notifyError(
    `Could not be ${pastParticiple}: ${listNames(
      failed.map(({ name }) => name),
      quoteName,
    )}.`,
    toErrorDetails(firstFailure.error),
  );
}

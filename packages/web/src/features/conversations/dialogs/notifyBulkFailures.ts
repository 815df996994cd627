import type { BulkOutcome } from "../../../entities/conversations/store/conversationActions.ts";
import { toErrorDetails } from "../../../entities/conversations/toErrorDetails.ts";
import { cutText } from "../../../lib/cutText.ts";
import { notifyError } from "../../../ui/notices/notify.tsx";

const maxNames = 5;
const maxNameLength = 60;

/**
 * If an action failed for some conversations, shows their names and the reason of the first failure. `pastParticiple`
 * names the action, such as "deleted".
 */
export function notifyBulkFailures({ failed }: BulkOutcome, pastParticiple: string): void {
  const [firstFailure] = failed;
  if (!firstFailure) return;
  notifyError(
    `Could not be ${pastParticiple}: ${listNames(failed.map(({ name }) => name))}.`,
    toErrorDetails(firstFailure.error),
  );
}

/** Joins names, such as `“A”, “B” and 3 more`. */
export function listNames(names: readonly string[]): string {
  const shownNames = names.slice(0, maxNames).map((name) => `“${cutText(name, maxNameLength)}”`);
  const hiddenCount = names.length - shownNames.length;
  if (hiddenCount > 0) return `${shownNames.join(", ")} and ${hiddenCount} more`;
  return shownNames.length < 2 ? shownNames.join("") : `${shownNames.slice(0, -1).join(", ")} and ${shownNames.at(-1)}`;
}

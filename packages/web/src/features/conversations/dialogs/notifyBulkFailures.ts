import type { BulkOutcome } from "../../../entities/conversations/store/conversationActions.ts";
import { toErrorDetails } from "../../../entities/conversations/toErrorDetails.ts";
import { cutText } from "../../../lib/cutText.ts";
import { notifyError } from "../../../ui/notices/notify.tsx";

const maxNames = 5;
const maxNameLength = 60;

/**
 * Shows the names of the conversations for which an action failed, and the first reason. `done`: the action, such as
 * "deleted".
 */
export function notifyBulkFailures({ failed }: BulkOutcome, done: string): void {
  const [first] = failed;
  if (!first) return;
  notifyError(`Could not be ${done}: ${listNames(failed.map(({ name }) => name))}.`, toErrorDetails(first.error));
}

/** Joins names, such as `“A”, “B” and 3 more`. */
export function listNames(names: readonly string[]): string {
  const named = names.slice(0, maxNames).map((name) => `“${cutText(name, maxNameLength)}”`);
  const rest = names.length - named.length;
  if (rest > 0) return `${named.join(", ")} and ${rest} more`;
  return named.length < 2 ? named.join("") : `${named.slice(0, -1).join(", ")} and ${named.at(-1)}`;
}

import { t } from "@lingui/core/macro";
import { listNames, quoteName } from "../../../lib/text/listNames.ts";
import type { AssistantName } from "./deleteAssistants.ts";

/**
 * Says what is lost and, if the assistant is somebody else's, whose it is. `hasDraft`: this browser stores changes that
 * were not saved, which are lost, too.
 */
export function describeDeletion(assistants: readonly AssistantName[], hasDraft: boolean): string {
  const loss = describeLoss(assistants);
  return hasDraft ? `${loss} ${t`Unsaved changes in this browser will be deleted too.`}` : loss;
}

function describeLoss(assistants: readonly AssistantName[]): string {
  const names = listNames(assistants.map(({ name }) => quoteName(name)));
  const [first] = assistants;
  const ownerName = first?.owner?.name || first?.owner?.email;
  return ownerName && assistants.length === 1
    ? t`${names} belongs to ${ownerName} and will be deleted for everyone who has it, with all versions. Chats and files are kept. This can’t be undone.`
    : t`Nobody will be able to chat with ${names}, and all versions will be deleted. Chats and files are kept. This can’t be undone.`;
}

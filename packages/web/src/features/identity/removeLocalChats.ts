import { removeStoredAssistantChoices } from "../../entities/assistants/storedAssistantChoices.ts";
import { createQueuedMessages } from "../../entities/chat/queue/queuedMessages.ts";
import { getStoredDraftName, newDraftKey } from "../../entities/chat/sending/draftTexts.ts";
import { removeLocalFiles } from "../../entities/codeInterpreter/localFiles.ts";
import type { ConversationStore } from "../../entities/conversations/store/conversationStore.ts";
import { openConversation } from "../../entities/shell/routes.ts";
import { removeUserValues, writeUserValue } from "../../lib/userStorage.ts";

/**
 * Deletes conversations from this browser, with what was typed or waits to be sent in them, what was typed in the new chat,
 * and all files that code has made. Throws the error of the first conversation that could not be deleted; the rest is then
 * still stored.
 */
export async function removeLocalChats(
  userId: string,
  store: ConversationStore,
  ids: readonly string[],
): Promise<void> {
  // Close the open conversation: the page would report that it is gone.
  openConversation(null, { replace: true });
  const { failed } = await store.removeMany(ids);
  if (failed[0]) throw failed[0].error;
  await removeLocalFiles(userId);
  const queuedMessages = createQueuedMessages(userId);
  for (const id of ids) queuedMessages.change(id, () => []);
  const removedIds = new Set(ids);
  removeUserValues(userId, (key) => removedIds.has(key.slice(key.lastIndexOf(":") + 1)));
  writeUserValue(userId, getStoredDraftName(newDraftKey), null);
  removeStoredAssistantChoices(userId);
}

import type { ConversationSummary } from "@lectern/contract";
import type { ConversationActions } from "../../../entities/conversations/store/conversationActions.ts";
import { newFolder, type PromptStore } from "../../../entities/prompts/store/promptStore.ts";
import { moveConversationsToFolder } from "./moveConversationsToFolder.ts";

interface Stores {
  store: Pick<ConversationActions, "moveToFolder">;
  promptStore: Pick<PromptStore, "saveFolder" | "removeFolder">;
}

/**
 * Creates a folder, moves conversations to it, and returns the ids of those that were moved. If none could be moved,
 * removes the folder again and throws, so that the person can try again with the same name.
 */
export async function createFolder(
  { store, promptStore }: Stores,
  name: string,
  conversations: readonly ConversationSummary[],
): Promise<readonly string[]> {
  const folder = newFolder("chat", name);
  await promptStore.saveFolder(folder);
  try {
    return await moveConversationsToFolder(store, conversations, folder);
  } catch (error) {
    await promptStore.removeFolder(folder.id);
    throw error;
  }
}

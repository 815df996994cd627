import type { ConversationSummary } from "@lectern/contract";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";
import { usePromptStore } from "../../../entities/prompts/store/PromptStoreProvider.tsx";
import { newFolder } from "../../../entities/prompts/store/promptStore.ts";
import { moveConversationsToFolder } from "./moveConversationsToFolder.ts";

type CreateFolder = (name: string, conversations: readonly ConversationSummary[]) => Promise<readonly string[]>;

/**
 * Returns a function that creates a folder, moves conversations to it, and returns the ids of those that were moved. If
 * none could be moved, the folder is removed again, so that the person can try again with the same name.
 */
export function useCreateFolder(): CreateFolder {
  const { store } = useConversationStore();
  const promptStore = usePromptStore();
  return async (name, conversations) => {
    const folder = newFolder("chat", name);
    await promptStore.saveFolder(folder);
    const movedIds = await moveConversationsToFolder(store, conversations, folder);
    if (conversations.length > 0 && movedIds.length === 0) await promptStore.removeFolder(folder.id);
    return movedIds;
  };
}

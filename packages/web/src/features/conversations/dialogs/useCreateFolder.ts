import type { ConversationSummary } from "@lectern/contract";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";
import { usePromptStore } from "../../../entities/prompts/store/PromptStoreProvider.tsx";
import { createFolder } from "./createFolder.ts";

type CreateFolder = (name: string, conversations: readonly ConversationSummary[]) => Promise<readonly string[]>;

/** Returns `createFolder` with the stores of the signed-in person. */
export function useCreateFolder(): CreateFolder {
  const { store } = useConversationStore();
  const promptStore = usePromptStore();
  return (name, conversations) => createFolder({ store, promptStore }, name, conversations);
}

import { useMemo } from "react";
import { useStore } from "zustand";
import { useConversationList } from "../../entities/conversations/useConversationList.ts";
import { usePromptStore } from "../../entities/prompts/store/PromptStoreProvider.tsx";
import { findSharable, type SharableItems } from "./collectShared.ts";

export interface SharableSource {
  /** Null while they are loading or if they could not be loaded. */
  items: SharableItems | null;
  failed: { error: Error; retry: () => void } | null;
}

/** What the person can share. */
export function useSharableItems(): SharableSource {
  const list = useConversationList();
  const { status, prompts, folders } = useStore(usePromptStore().state);
  const conversations = list.status === "ready" ? list.conversations : null;
  const items = useMemo(
    () => (conversations && status === "ready" ? findSharable({ conversations, prompts, folders }) : null),
    [conversations, status, prompts, folders],
  );
  return { items, failed: list.status === "error" ? list : null };
}

import { type OpOutput, shareItems } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useConversationStore } from "../../entities/conversations/ConversationsProvider.tsx";
import { toErrorDetails } from "../../entities/conversations/toErrorDetails.ts";
import { usePromptStore } from "../../entities/prompts/store/PromptStoreProvider.tsx";
import { reloadShares } from "../../entities/shares/shareQueries.ts";
import { call } from "../../lib/call.ts";
import { notifyError } from "../../ui/notices/notify.tsx";
import { closeNotices } from "../../ui/notices/showNotice.ts";
import type { SharableItems } from "./collectShared.ts";
import { readShared } from "./readShared.ts";

interface ShareRequest {
  note: string;
  sharedWith: readonly string[];
  items: SharableItems;
  includesFiles: boolean;
}

/** Shares items until the dialog closes. `share` never rejects; it returns null if sharing failed, after a notice. */
export function useSharing() {
  const cache = useQueryClient();
  const { store } = useConversationStore();
  const promptStore = usePromptStore();
  const [isSharing, setIsSharing] = useState(false);
  const controllerRef = useRef<AbortController | null>(null);
  useEffect(() => () => controllerRef.current?.abort(), []);

  const send = async ({ note, sharedWith, items, includesFiles }: ShareRequest, signal: AbortSignal) => {
    const { conversations, prompts, folders } = items;
    const shared = await readShared(store, conversations, signal);
    // The server reads prompts and folders by their ids.
    if (prompts.length + folders.length > 0) await promptStore.sync();
    signal.throwIfAborted();
    const sharedData = {
      ...shared,
      promptIds: prompts.map(({ id }) => id),
      folderIds: folders.map(({ id }) => id),
      includesFiles,
    };
    return call(shareItems, { note, sharedWith: [...sharedWith], sharedData }, { signal });
  };
  const share = async (request: ShareRequest): Promise<OpOutput<typeof shareItems> | null> => {
    const controller = new AbortController();
    controllerRef.current = controller;
    setIsSharing(true);
    try {
      const result = await send(request, controller.signal);
      closeNotices("share");
      return result;
    } catch (error) {
      if (!controller.signal.aborted)
        notifyError(t`Sharing failed, please try again.`, { ...toErrorDetails(error), topic: "share" });
      return null;
    } finally {
      setIsSharing(false);
      void reloadShares(cache);
    }
  };
  return { isSharing, share };
}

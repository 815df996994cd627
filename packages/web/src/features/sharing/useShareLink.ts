import { type ConversationSummary, createShareLink } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useConversationStore } from "../../entities/conversations/ConversationsProvider.tsx";
import { toErrorDetails } from "../../entities/conversations/toErrorDetails.ts";
import { reloadShares } from "../../entities/shares/shareQueries.ts";
import { formatSharedLink } from "../../entities/shell/routes.ts";
import { call } from "../../lib/call.ts";
import { notifyError } from "../../ui/notices/notify.tsx";
import { closeNotices } from "../../ui/notices/showNotice.ts";
import { useClipboard } from "../../ui/useClipboard.ts";
import { readShared } from "./readShared.ts";

interface ShareLink {
  /** The address, once the link has been made. */
  address: string | null;
  isMaking: boolean;
  isCopied: boolean;
  /** Copies the link, which the first press makes. A failure is shown in a notice. */
  copy: () => void;
}

/** The link to a snapshot of a conversation, which is made at most once while the dialog is open. */
export function useShareLink(conversation: ConversationSummary, onMade: () => void): ShareLink {
  const cache = useQueryClient();
  const { store } = useConversationStore();
  const { isCopied, copy, copyPending } = useClipboard();
  const [address, setAddress] = useState<string | null>(null);
  const [isMaking, setIsMaking] = useState(false);
  const controllerRef = useRef<AbortController | null>(null);
  useEffect(() => () => controllerRef.current?.abort(), []);

  const make = async (): Promise<string> => {
    const controller = new AbortController();
    const { signal } = controller;
    controllerRef.current = controller;
    setIsMaking(true);
    try {
      const sharedData = await readShared(store, [conversation], signal);
      const { key } = await call(createShareLink, { sharedData }, { signal });
      const newAddress = formatSharedLink(key);
      setAddress(newAddress);
      onMade();
      closeNotices("share");
      void reloadShares(cache);
      return newAddress;
    } catch (error) {
      if (!signal.aborted)
        notifyError(t`Couldn’t make the link, please try again.`, { ...toErrorDetails(error), topic: "share" });
      throw error;
    } finally {
      setIsMaking(false);
    }
  };
  const copyOrMake = () => {
    if (address !== null) copy(address);
    else if (!isMaking) copyPending(make());
  };
  return { address, isMaking, isCopied, copy: copyOrMake };
}

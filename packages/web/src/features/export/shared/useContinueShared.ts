import { deriveCopyId } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";
import { openConversation } from "../../../entities/shell/routes.ts";
import { notifyError, notifyFailure } from "../../../ui/notices/notify.tsx";
import { applyImport, type ImportOutcome, type ImportTarget } from "../import/applyImport.ts";
import { isChanged } from "../import/loaded/findCopies.ts";
import { withCopies } from "../import/loaded/withCopies.ts";
import { openImport } from "../import/openImport.ts";
import { useImportPlace } from "../import/useImportPlace.ts";
import { useImportTarget } from "../import/useImportTarget.ts";
import type { SharedChat } from "./sharedChatQuery.ts";

/** What the person has of a shared chat: nothing, all of its messages, or only others. */
export type OwnCopy = "none" | "same" | "older";

interface ContinueShared {
  own: OwnCopy;
  /** True while the conversations of the person are loading, or the copy is being stored. */
  isBusy: boolean;
  /** Opens what the person has. */
  open: () => void;
  /** Adds a copy to the person's conversations and opens it. */
  add: () => void;
}

/** Imports a shared chat like an export file, where new chats are stored. */
export function useContinueShared({ linkKey: key, file, conversation }: SharedChat): ContinueShared {
  const { id } = conversation;
  const { target, failed } = useImportTarget();
  const { place, confirmPlace } = useImportPlace();
  const [isImporting, setIsImporting] = useState(false);
  const controllerRef = useRef<AbortController | null>(null);
  useEffect(() => () => controllerRef.current?.abort(), []);
  const { store } = useConversationStore();
  const isKnown = target?.knownIds.has(id) ?? false;
  const { data: copyId } = useQuery({
    queryKey: ["sharedChatCopyId", key, id],
    queryFn: () => deriveCopyId(key, id),
    networkMode: "always",
  });
  const hasCopy = copyId !== undefined && (target?.knownIds.has(copyId) ?? false);
  const { data: isOlder } = useQuery({
    queryKey: ["sharedChatDiffers", key],
    queryFn: ({ signal }) => isChanged(conversation, store.read, signal),
    enabled: isKnown && copyId !== undefined && !hasCopy,
    gcTime: 0,
    networkMode: "always",
  });
  const own = hasCopy ? "same" : !isKnown ? "none" : isOlder === true ? "older" : "same";
  const isComparing = copyId === undefined || (isKnown && !hasCopy && isOlder === undefined);

  const importChat = async (into: ImportTarget) => {
    const controller = new AbortController();
    const { signal } = controller;
    controllerRef.current = controller;
    setIsImporting(true);
    confirmPlace();
    try {
      const read = await openImport(file, signal);
      const needsCopy = own === "older" && copyId !== undefined;
      const added = needsCopy ? withCopies(read, key, new Map([[id, copyId]])) : read;
      const options = { place: place ?? "local", signal, onProgress: () => {} } as const;
      const outcome = await applyImport(added, into, options).finally(() => read.close());
      if (signal.aborted) return;
      reportProblems(outcome);
      if (outcome.conversationIds.length + outcome.existing > 0) openConversation(needsCopy ? copyId : id);
    } catch (error) {
      if (!signal.aborted) notifyFailure(error);
    } finally {
      setIsImporting(false);
    }
  };
  const add = () => {
    if (target) void importChat(target);
    else if (failed) {
      notifyError(t`Your existing chats couldn’t be read, so nothing can be imported right now.`);
      failed.retry();
    }
  };
  return {
    own,
    isBusy: isImporting || (!target && !failed) || (target !== null && isComparing),
    open: () => openConversation(hasCopy ? copyId : id),
    add,
  };
}

/** Says why the copy is not there, or not in the cloud. */
function reportProblems({ conversationIds, existing, unmoved, skipped, isFull }: ImportOutcome): void {
  if (conversationIds.length + existing === 0) {
    const reason = isFull
      ? t`This browser has no space for more. Delete chats you no longer need, then import again.`
      : skipped[0]?.reason;
    notifyError(t`Couldn’t add the chat to yours.`, { reason });
  } else if (unmoved.ids.length > 0) {
    notifyError(t`The chat is stored in this browser, because the cloud didn’t accept it.`, { reason: unmoved.reason });
  }
}

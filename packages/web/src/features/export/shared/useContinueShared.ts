import { t } from "@lingui/core/macro";
import { useEffect, useRef, useState } from "react";
import { openConversation } from "../../../entities/shell/routes.ts";
import { notifyError, notifyFailure } from "../../../ui/notices/notify.tsx";
import { applyImport, type ImportOutcome, type ImportTarget } from "../import/applyImport.ts";
import { openImport } from "../import/openImport.ts";
import { useImportPlace } from "../import/useImportPlace.ts";
import { useImportTarget } from "../import/useImportTarget.ts";
import type { SharedChat } from "./sharedChatQuery.ts";

interface ContinueShared {
  /** True if the conversation is among the person's already. */
  isKnown: boolean;
  /** True while the conversations of the person are loading, or the copy is being stored. */
  isBusy: boolean;
  /** Adds a copy to the person's conversations, unless it is there, and opens it. Never rejects. */
  run: () => Promise<void>;
}

/** Imports a shared chat like an export file, where new chats are stored. */
export function useContinueShared({ file, conversation: { id } }: SharedChat): ContinueShared {
  const { target, failed } = useImportTarget();
  const { place } = useImportPlace();
  const [isImporting, setIsImporting] = useState(false);
  const controllerRef = useRef<AbortController | null>(null);
  useEffect(() => () => controllerRef.current?.abort(), []);
  const isKnown = target?.knownIds.has(id) ?? false;

  const importChat = async (into: ImportTarget) => {
    const controller = new AbortController();
    const { signal } = controller;
    controllerRef.current = controller;
    setIsImporting(true);
    try {
      const open = await openImport(file, signal);
      const options = { place: place ?? "local", signal, onProgress: () => {} } as const;
      const outcome = await applyImport(open, into, options).finally(() => open.close());
      if (signal.aborted) return;
      reportProblems(outcome);
      if (outcome.conversationIds.length + outcome.existing > 0) openConversation(id);
    } catch (error) {
      if (!signal.aborted) notifyFailure(error);
    } finally {
      setIsImporting(false);
    }
  };
  const run = async () => {
    if (isKnown) openConversation(id);
    else if (target) await importChat(target);
    else if (failed) {
      notifyError(t`Your existing chats couldn’t be read, so nothing can be imported right now.`);
      failed.retry();
    }
  };
  return { isKnown, isBusy: isImporting || (!target && !failed), run };
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

import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import type { SendRefusal } from "../../../entities/chat/sending/sendResult.ts";
import {
  countFailedDocuments,
  getDraftDocumentsStatus,
  removeFailedDocuments,
  watchDraftDocuments,
} from "../../../entities/files/upload/draftDocuments.ts";
import { DocumentsNotice } from "./DocumentsNotice.tsx";

interface DocumentsWaitOptions {
  userId: string;
  draftKey: string;
  /** Sends the message in the field. `isUrgent`: an answer that is being written is stopped for it. */
  submit: (isUrgent: boolean) => void;
  focusField: () => void;
}

interface DocumentsWait {
  /** True while the message in the field is sent as soon as its documents are ready. */
  isWaiting: boolean;
  /** Says what the message waits for, or which documents failed; null: nothing. */
  notice: ReactNode;
  /** Handles a refusal. Returns true if the message now waits for its documents, or if the notice shows the refusal. */
  start: (refusal: SendRefusal, isUrgent: boolean) => boolean;
  /** Leaves it to the person to send the message, for example because the text has changed. */
  stop: () => void;
}

/**
 * Lets a message that was submitted too early wait in the field until its documents are ready, and then sends it. If a
 * document fails, the person decides.
 */
export function useDocumentsWait({ userId, draftKey, submit, focusField }: DocumentsWaitOptions): DocumentsWait {
  const [refused, setRefused] = useState<{ refusal: SendRefusal; isUrgent: boolean } | null>(null);
  const isWaiting = refused?.refusal.reason === "documentsPending";
  const settle = useEffectEvent((isUrgent: boolean) => {
    setRefused(null);
    // If a document has failed, this shows which.
    if (isWaiting) submit(isUrgent);
  });
  useEffect(() => {
    if (refused === null) return;
    const expectedStatus = refused.refusal.reason === "documentsPending" ? "pending" : "failed";
    let isSettled = false;
    const follow = () => {
      // Sending changes the documents again.
      if (isSettled || getDraftDocumentsStatus({ userId, draftKey }) === expectedStatus) return;
      isSettled = true;
      // Wait until the change of the documents is complete.
      queueMicrotask(() => settle(refused.isUrgent));
    };
    follow();
    const stop = watchDraftDocuments(userId, follow);
    return () => {
      isSettled = true;
      stop();
    };
  }, [refused, userId, draftKey]);
  return {
    isWaiting,
    notice: refused && (
      <DocumentsNotice
        refusal={refused.refusal}
        failedCount={countFailedDocuments({ userId, draftKey })}
        onCancel={() => {
          setRefused(null);
          focusField();
        }}
        onSendWithout={() => {
          const { isUrgent } = refused;
          removeFailedDocuments({ userId, draftKey });
          setRefused(null);
          focusField();
          submit(isUrgent);
        }}
      />
    ),
    start(refusal, isUrgent) {
      const { reason } = refusal;
      if (reason !== "documentsPending" && reason !== "documentsFailed") return false;
      setRefused({ refusal, isUrgent });
      return true;
    },
    stop: () => setRefused(null),
  };
}

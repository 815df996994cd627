import type { StorageSelection } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useId, useState } from "react";
import { useStore } from "zustand";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";
import { conversationTexts } from "../../../entities/conversations/conversationTexts.ts";
import { findDraft } from "../../../entities/conversations/newConversation.ts";
import { buildStorageQuestion } from "../../../entities/conversations/storage/buildStorageQuestion.ts";
import { getStorageMoves } from "../../../entities/conversations/storage/moveAllConversations.ts";
import {
  getStorageLocation,
  includesExisting,
  writeStorageSelection,
} from "../../../entities/conversations/storageSelection.ts";
import { useConversationList } from "../../../entities/conversations/useConversationList.ts";
import { useStorageSelection } from "../../../entities/conversations/useStorageSelection.ts";
import { ConfirmDialog } from "../../../ui/modal/ConfirmDialog.tsx";
import { notifyFailure, notifySuccess } from "../../../ui/notices/notify.tsx";
import { MoveProgress } from "./MoveProgress.tsx";
import { StorageChoices } from "./StorageChoices.tsx";
import classes from "./StorageSettings.module.css";

/**
 * Lets people who may use the cloud choose where conversations are stored. The choice takes effect after confirmation.
 */
export function StorageSettings() {
  const { userId, store } = useConversationStore();
  const savedSelection = useStorageSelection();
  const moves = getStorageMoves(store, userId);
  const move = useStore(moves.state);
  const [pendingSelection, setPendingSelection] = useState<StorageSelection | null>(null);
  const [isConfirming, setIsConfirming] = useState(false);
  const headingId = useId();
  const selection = pendingSelection ?? savedSelection;
  const counts = useConversationCounts();
  const remainingCount = includesExisting(savedSelection)
    ? counts[getStorageLocation(savedSelection) === "cloud" ? "local" : "cloud"]
    : 0;

  const apply = async () => {
    setIsConfirming(false);
    setPendingSelection(null);
    writeStorageSelection(userId, selection);
    const location = getStorageLocation(selection);
    // The open draft also moves.
    const draft = findDraft(await store.list());
    if (draft) await store.move(draft.id, location);
    notifySuccess(conversationTexts.storageSaved);
    if (includesExisting(selection)) await moves.moveAll(location);
  };
  const cancelChange = () => {
    setIsConfirming(false);
    setPendingSelection(null);
  };
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className={classes.heading}>
        {t`Where chats are kept`}
      </h2>
      <StorageChoices
        selection={selection}
        counts={counts}
        isDisabled={move !== null}
        onChange={(chosen) => setPendingSelection(chosen === savedSelection ? null : chosen)}
      />
      <div className={classes.buttons}>
        {pendingSelection && (
          <Button variant="default" onClick={cancelChange}>
            {t`Cancel`}
          </Button>
        )}
        {/* Always rendered: the dialog returns the focus to this button. */}
        <Button
          variant={pendingSelection ? "filled" : "default"}
          data-disabled={!pendingSelection}
          aria-disabled={!pendingSelection}
          onClick={() => pendingSelection && setIsConfirming(true)}
        >
          {t`Save`}
        </Button>
      </div>
      {move ? (
        <MoveProgress move={move} onCancel={moves.cancel} />
      ) : (
        remainingCount > 0 &&
        !pendingSelection && (
          <RemainingConversations
            count={remainingCount}
            to={getStorageLocation(savedSelection)}
            onMove={moves.moveAll}
          />
        )
      )}
      <ConfirmDialog
        isOpen={isConfirming}
        title={t`Change where chats are kept`}
        message={buildStorageQuestion(selection, counts)}
        confirmLabel={t`Save`}
        onConfirm={() => void apply().catch(notifyFailure)}
        onCancel={cancelChange}
      />
    </section>
  );
}

interface RemainingConversationsProps {
  count: number;
  to: "cloud" | "local";
  onMove: (to: "cloud" | "local") => Promise<void>;
}

/** Offers to move the remaining conversations after a move was cancelled or failed for some of them. */
function RemainingConversations({ count, to, onMove }: RemainingConversationsProps) {
  return (
    <>
      <p className={classes.left} role="status">
        {to === "cloud"
          ? plural(count, { one: "# chat is still in this browser.", other: "# chats are still in this browser." })
          : plural(count, { one: "# chat is still in the cloud.", other: "# chats are still in the cloud." })}
      </p>
      <Button variant="default" fullWidth className={classes.button} onClick={() => void onMove(to)}>
        {to === "cloud" ? t`Move to the cloud` : t`Move to this browser`}
      </Button>
    </>
  );
}

/** Returns the number of conversations in the cloud and in this browser. */
function useConversationCounts(): Record<"cloud" | "local", number> {
  const list = useConversationList();
  const conversations = list.status === "ready" ? list.conversations : [];
  const localCount = conversations.filter(({ isLocal }) => isLocal).length;
  return { local: localCount, cloud: conversations.length - localCount };
}

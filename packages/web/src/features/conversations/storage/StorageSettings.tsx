import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Radio.css";
import { Button, Radio } from "@mantine/core";
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
  type StorageSelection,
  storageSelections,
  useStorageSelection,
  writeStorageSelection,
} from "../../../entities/conversations/storageSelection.ts";
import { useConversationList } from "../../../entities/conversations/useConversationList.ts";
import { ConfirmDialog } from "../../../ui/modal/ConfirmDialog.tsx";
import { notifyFailure, notifySuccess } from "../../../ui/notices/notify.tsx";
import { MoveProgress } from "./MoveProgress.tsx";
import classes from "./StorageSettings.module.css";

const radioClasses = {
  root: classes.radio,
  body: classes.choice,
  radio: classes.mark,
  description: classes.description,
};

const labels: Record<StorageSelection, { label: string; description: string }> = {
  "local-only": { label: "All in this browser", description: "Conversations in the cloud are moved here" },
  "cloud-only": { label: "All in the cloud", description: "Conversations in this browser are moved there" },
  "future-local": { label: "New ones in this browser", description: "Existing conversations stay where they are" },
  "future-cloud": { label: "New ones in the cloud", description: "Existing conversations stay where they are" },
};

/**
 * Lets people who may use the cloud choose where conversations are stored. The choice takes effect after confirmation.
 */
export function StorageSettings() {
  const { userId, store } = useConversationStore();
  const savedSelection = useStorageSelection(userId);
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
        Conversation storage
      </h2>
      <p className={classes.text}>
        Private conversations stay in this browser and are not on your other devices. Cloud conversations are stored on
        the server and available wherever you sign in.
      </p>
      <Radio.Group
        label="Conversations"
        value={selection}
        onChange={(value) =>
          setPendingSelection(storageSelections.find((each) => each === value && each !== savedSelection) ?? null)
        }
        classNames={{ label: classes.label }}
      >
        {storageSelections.map((value) => (
          <Radio key={value} value={value} disabled={move !== null} {...labels[value]} classNames={radioClasses} />
        ))}
      </Radio.Group>
      <div className={classes.buttons}>
        {pendingSelection && (
          <Button variant="default" onClick={cancelChange}>
            Cancel
          </Button>
        )}
        {/* Always rendered: the dialog returns the focus to this button. */}
        <Button
          variant={pendingSelection ? "filled" : "default"}
          data-disabled={!pendingSelection}
          aria-disabled={!pendingSelection}
          onClick={() => pendingSelection && setIsConfirming(true)}
        >
          Save
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
        title="Change conversation storage"
        message={buildStorageQuestion(selection, counts)}
        confirmLabel="Save"
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
  const locationText = to === "cloud" ? "in this browser" : "in the cloud";
  return (
    <>
      <p className={classes.left} role="status">
        {count === 1 ? `1 conversation is still ${locationText}.` : `${count} conversations are still ${locationText}.`}
      </p>
      <Button variant="default" fullWidth className={classes.button} onClick={() => void onMove(to)}>
        {to === "cloud" ? "Move to the cloud" : "Move to this browser"}
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

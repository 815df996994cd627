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
import type { StoragePlace } from "../../../entities/conversations/storage/storageTexts.ts";
import {
  getStorageLocation,
  getStorageSelection,
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
 * Lets people who may use the cloud choose where new conversations are stored, and move the existing ones there. Each
 * choice is pending until it is confirmed.
 */
export function StorageSettings() {
  const { userId, store } = useConversationStore();
  const savedSelection = useStorageSelection();
  const moves = getStorageMoves(store, userId);
  const move = useStore(moves.state);
  const [pendingSelection, setPendingSelection] = useState<StorageSelection | null>(null);
  // The dialog keeps its text while it closes.
  const [askedSelection, setAskedSelection] = useState(savedSelection);
  const counts = useConversationCounts();
  const place = getStorageLocation(savedSelection);
  const remainingCount = counts[place === "cloud" ? "local" : "cloud"];

  const askAbout = (selection: StorageSelection) => {
    setPendingSelection(selection);
    setAskedSelection(selection);
  };
  const apply = async () => {
    setPendingSelection(null);
    writeStorageSelection(userId, askedSelection);
    const location = getStorageLocation(askedSelection);
    // The open draft also moves.
    const draft = findDraft(await store.list());
    if (draft) await store.move(draft.id, location);
    notifySuccess(conversationTexts.storageSaved);
    if (includesExisting(askedSelection)) await moves.moveAll(location);
  };
  return (
    <>
      <StorageChoices
        place={getStorageLocation(pendingSelection ?? savedSelection)}
        isDisabled={move !== null}
        onChange={(chosen) => chosen !== place && askAbout(getStorageSelection(chosen, false))}
      />
      {move ? (
        <MoveProgress move={move} onCancel={moves.cancel} />
      ) : (
        remainingCount > 0 && (
          <ExistingConversations
            count={remainingCount}
            to={place}
            // Whoever has confirmed a move continues it without another question.
            onMove={() =>
              includesExisting(savedSelection) ? void moves.moveAll(place) : askAbout(getStorageSelection(place, true))
            }
          />
        )
      )}
      <ConfirmDialog
        isOpen={pendingSelection !== null}
        title={t`Change where chats are stored`}
        message={buildStorageQuestion(askedSelection, counts)}
        confirmLabel={includesExisting(askedSelection) ? getMoveLabel(getStorageLocation(askedSelection)) : t`Save`}
        onConfirm={() => void apply().catch(notifyFailure)}
        onCancel={() => setPendingSelection(null)}
      />
    </>
  );
}

interface ExistingConversationsProps {
  /** How many conversations are not where new ones are stored. */
  count: number;
  to: StoragePlace;
  onMove: () => void;
}

/** Offers to move the conversations that are elsewhere. */
function ExistingConversations({ count, to, onMove }: ExistingConversationsProps) {
  const labelId = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div role="group" aria-labelledby={labelId} className={classes.group}>
      <div id={labelId} className={classes.label}>
        {t`Existing chats`}
      </div>
      <div className={classes.existing}>
        <p className={classes.left} role="status">
          {to === "cloud"
            ? plural(count, { one: "# chat is in this browser.", other: "# chats are in this browser." })
            : plural(count, { one: "# chat is in the cloud.", other: "# chats are in the cloud." })}
        </p>
        <Button variant="default" className={classes.button} onClick={onMove}>
          {getMoveLabel(to)}
        </Button>
      </div>
    </div>
  );
}

const getMoveLabel = (to: StoragePlace) => (to === "cloud" ? t`Move to the cloud` : t`Move to this browser`);

/** Returns the number of conversations in the cloud and in this browser. */
function useConversationCounts(): Record<StoragePlace, number> {
  const list = useConversationList();
  const conversations = list.status === "ready" ? list.conversations : [];
  const localCount = conversations.filter(({ isLocal }) => isLocal).length;
  return { local: localCount, cloud: conversations.length - localCount };
}

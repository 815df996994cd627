import { Tooltip } from "@mantine/core";
import { IconCloud, IconLock } from "@tabler/icons-react";
import { useState } from "react";
import type { StorageToggleProps } from "../../../entities/chat/slots/chatSlots.ts";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";
import { writeStorageSelection } from "../../../entities/conversations/storageSelection.ts";
import { notifyFailure } from "../../../ui/notices/notify.tsx";
import { MoveDialog } from "../dialogs/MoveDialog.tsx";
import classes from "./StorageToggle.module.css";

/**
 * Shows where a conversation is stored, and lets the person change it. Before the first message, the location changes
 * immediately, also for future conversations; after that, only for this conversation and after confirmation. Renders
 * nothing if the conversation cannot be moved.
 */
export function StorageToggle({
  conversation,
  blockedReason,
  canUseCloud,
}: StorageToggleProps & { canUseCloud: boolean }) {
  const { userId, store } = useConversationStore();
  const [isConfirming, setIsConfirming] = useState(false);
  const { id, isLocal, messages } = conversation;
  if (isLocal && !canUseCloud) return null;

  const change = () => {
    if (blockedReason !== null) return;
    if (messages.length > 0) return setIsConfirming(true);
    writeStorageSelection(userId, isLocal ? "future-cloud" : "future-local");
    store.move(id, isLocal ? "cloud" : "local").catch(notifyFailure);
  };
  const Icon = isLocal ? IconLock : IconCloud;
  return (
    <>
      <Tooltip label={blockedReason ?? (isLocal ? localHint : cloudHint)} multiline maw={260}>
        <button
          type="button"
          className={classes.toggle}
          data-cloud={!isLocal || undefined}
          aria-label={isLocal ? "Private, move to the cloud" : "Cloud, make private"}
          aria-disabled={blockedReason !== null || undefined}
          onClick={change}
        >
          <Icon size={16} stroke={1.7} aria-hidden />
          <span className={classes.label}>{isLocal ? "Private" : "Cloud"}</span>
          <span className={classes.track} aria-hidden />
        </button>
      </Tooltip>
      <MoveDialog isOpen={isConfirming} conversation={conversation} onClose={() => setIsConfirming(false)} />
    </>
  );
}

const localHint = "Private: stored in this browser only";
const cloudHint = "Cloud: stored on the server, available on all your devices";

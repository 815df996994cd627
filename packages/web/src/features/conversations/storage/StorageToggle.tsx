import { t } from "@lingui/core/macro";
import { IconChevronDown } from "@tabler/icons-react";
import { useState } from "react";
import type { ConversationControlProps } from "../../../entities/chat/slots/chatSlots.ts";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";
import { getStorageName, type StoragePlace } from "../../../entities/conversations/storage/storageTexts.ts";
import { writeStorageSelection } from "../../../entities/conversations/storageSelection.ts";
import { createLazyComponent } from "../../../lib/preload/createLazyComponent.ts";
import { getPreloadProps } from "../../../lib/preload/getPreloadProps.ts";
import { lazy } from "../../../lib/preload/lazy.ts";
import { usePreloadWhenIdle } from "../../../lib/preload/usePreloadWhenIdle.ts";
import { notifyFailure } from "../../../ui/notices/notify.tsx";
import { OverlaySuspense } from "../../../ui/OverlaySuspense.tsx";
import { Tooltip } from "../../../ui/tooltip/Tooltip.tsx";
import { useMenuButton } from "../../../ui/useMenuButton.ts";
import { StorageIcon } from "./StorageIcon.tsx";
import classes from "./StorageToggle.module.css";

const StorageMenu = createLazyComponent(() => import("./StorageMenu.tsx").then(({ StorageMenu }) => StorageMenu));
const preloadMenuProps = getPreloadProps(StorageMenu.load);
const MoveDialog = lazy(() => import("../dialogs/MoveDialog.tsx").then(({ MoveDialog }) => ({ default: MoveDialog })));

/**
 * Names where a conversation is stored; a click opens the menu that changes it. Before the first message, the location
 * changes immediately, also for future conversations; after that, only for this conversation and after confirmation.
 * Renders nothing if the conversation cannot be moved.
 */
export function StorageToggle({
  conversation,
  blockedReason,
  canUseCloud,
}: ConversationControlProps & { canUseCloud: boolean }) {
  const { userId, store } = useConversationStore();
  const { isOpen, id: buttonId, close, buttonProps } = useMenuButton();
  usePreloadWhenIdle(StorageMenu.load);
  const [confirmation, setConfirmation] = useState<"unopened" | "open" | "closed">("unopened");
  const { id, isLocal, messages } = conversation;
  if (isLocal && !canUseCloud) return null;

  const isBlocked = blockedReason !== null;
  const place: StoragePlace = isLocal ? "local" : "cloud";
  const name = getStorageName(place);
  const choose = (chosenPlace: StoragePlace) => {
    if (messages.length > 0) {
      if (chosenPlace !== place) setConfirmation("open");
      return;
    }
    writeStorageSelection(userId, chosenPlace === "cloud" ? "future-cloud" : "future-local");
    if (chosenPlace !== place) store.move(id, chosenPlace).catch(notifyFailure);
  };
  return (
    <span className={classes.anchor}>
      <Tooltip label={blockedReason ?? t`Where this chat is stored`} disabled={isOpen} multiline maw={260}>
        <button
          type="button"
          className={classes.toggle}
          {...buttonProps}
          {...preloadMenuProps}
          aria-label={t`${name}, change where this chat is stored`}
          aria-haspopup="menu"
          aria-disabled={isBlocked || undefined}
          onClick={isBlocked ? undefined : buttonProps.onClick}
        >
          <StorageIcon place={isLocal ? "local" : "cloud"} size={16} stroke={1.7} />
          <span className={classes.label}>{name}</span>
          <IconChevronDown size={12} stroke={2} className={classes.chevron} aria-hidden />
        </button>
      </Tooltip>
      {isOpen && !isBlocked && (
        <OverlaySuspense isOpen onClose={close}>
          <StorageMenu
            labelledBy={buttonId}
            place={place}
            canUseCloud={canUseCloud}
            onChoose={choose}
            onClose={close}
          />
        </OverlaySuspense>
      )}
      {confirmation !== "unopened" && (
        <OverlaySuspense isOpen={confirmation === "open"} onClose={() => setConfirmation("closed")}>
          <MoveDialog
            isOpen={confirmation === "open"}
            conversation={conversation}
            onClose={() => setConfirmation("closed")}
          />
        </OverlaySuspense>
      )}
    </span>
  );
}

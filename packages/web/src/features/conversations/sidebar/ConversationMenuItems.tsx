import type { ConversationSummary } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Menu } from "@mantine/core";
import {
  IconArchive,
  IconArchiveOff,
  IconCloudUp,
  IconFolder,
  IconListCheck,
  IconMessageReport,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconShare,
  IconTag,
  IconTrash,
  type TablerIcon,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useIsAnswered } from "../../../entities/chat/activity/useAnswerActivity.ts";
import { useFlag } from "../../../entities/flags/useFlag.ts";
import { openDialog } from "../../../entities/shell/dialogs.ts";
import { useIsNarrow } from "../../../lib/device.ts";
import { StorageIcon } from "../storage/StorageIcon.tsx";
import classes from "./ConversationMenu.module.css";
import type { MenuPlace, SidebarActions } from "./sidebarActions.ts";

interface ConversationMenuItemsProps {
  conversation: ConversationSummary;
  actions: SidebarActions;
  place: MenuPlace;
  /** The reason why the conversation cannot be moved or deleted now; null if it can. */
  blockedReason: string | null;
  /** True if the first item gets the focus first. */
  isFirst: boolean;
  onRename: () => void;
  /** Items before the one that deletes the conversation. */
  children?: ReactNode;
}

/** What can be done with one conversation, in the menu of its row and of its header. */
export function ConversationMenuItems(props: ConversationMenuItemsProps) {
  const { conversation, actions, place, blockedReason, isFirst, onRename, children } = props;
  const isNarrow = useIsNarrow();
  const isQualityOn = useFlag("qiSummary");
  const { isPinned = false, isArchived = false } = conversation;
  const PinIcon = isPinned ? IconPinnedOff : IconPin;
  const ArchiveIcon = isArchived ? IconArchiveOff : IconArchive;
  return (
    <>
      <Menu.Item leftSection={toSection(IconPencil)} onClick={onRename} data-autofocus={isFirst || undefined}>
        {t`Rename`}
      </Menu.Item>
      {!isArchived && (
        <Menu.Item
          leftSection={toSection(PinIcon)}
          onClick={() => actions.pinConversation(conversation, !isPinned, place)}
        >
          {isPinned ? t`Unpin` : t`Pin`}
        </Menu.Item>
      )}
      <Menu.Item leftSection={toSection(ArchiveIcon)} onClick={() => actions.archive(conversation, !isArchived, place)}>
        {isArchived ? t`Unarchive` : t({ message: "Archive", context: "verb" })}
      </Menu.Item>
      <Menu.Item leftSection={toSection(IconFolder)} onClick={() => actions.askForFolder(conversation)}>
        {t`Move to folder…`}
      </Menu.Item>
      <Menu.Item leftSection={toSection(IconTag)} onClick={() => actions.tag(conversation)}>
        {t`Tags…`}
      </Menu.Item>
      <Menu.Item
        leftSection={toSection(IconShare)}
        onClick={() => openDialog("share", { conversationIds: [conversation.id] })}
      >
        {t`Share…`}
      </Menu.Item>
      {place === "header" && isQualityOn && (
        <Menu.Item
          leftSection={toSection(IconMessageReport)}
          onClick={() => openDialog("qualityImprovement", { conversationId: conversation.id })}
        >
          {t`Share for Quality Improvement`}
        </Menu.Item>
      )}
      {place === "list" && (
        <Menu.Item leftSection={toSection(IconListCheck)} onClick={() => actions.check(conversation)}>
          {t`Select chats`}
        </Menu.Item>
      )}
      {/* On a narrow screen the header names the storage, and changes it there. */}
      {!(place === "header" && isNarrow) && <StorageItem {...{ conversation, actions, blockedReason }} />}
      <Menu.Divider />
      {children}
      <Menu.Item
        className={classes.danger}
        leftSection={toSection(IconTrash)}
        disabled={blockedReason !== null}
        title={blockedReason ?? undefined}
        onClick={() => actions.removeConversation(conversation)}
      >
        {t({ message: "Delete", context: "a chat" })}
      </Menu.Item>
    </>
  );
}

type StorageItemProps = Pick<ConversationMenuItemsProps, "conversation" | "actions" | "blockedReason">;

/** Moves the conversation to the cloud or to this browser. */
function StorageItem({ conversation, actions, blockedReason }: StorageItemProps) {
  const { isLocal } = conversation;
  const isAnswered = useIsAnswered(conversation.id);
  const moveBlockedReason = blockedReason ?? (isAnswered ? t`You can change this once the answer is complete` : null);
  if (isLocal && !actions.canUseCloud()) return null;
  return (
    <Menu.Item
      leftSection={isLocal ? toSection(IconCloudUp) : <StorageIcon place="local" size={16} />}
      disabled={moveBlockedReason !== null}
      title={moveBlockedReason ?? undefined}
      onClick={() => actions.move(conversation)}
    >
      {isLocal ? t`Move to the cloud` : t`Move to this browser`}
    </Menu.Item>
  );
}

const toSection = (Icon: TablerIcon) => <Icon size={16} stroke={1.6} aria-hidden />;

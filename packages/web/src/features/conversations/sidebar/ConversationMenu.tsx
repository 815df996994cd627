import { t } from "@lingui/core/macro";
import { Menu } from "@mantine/core";
import {
  IconArchive,
  IconArchiveOff,
  IconCloudUp,
  IconDeviceLaptop,
  IconFolder,
  IconListCheck,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconTag,
  IconTrash,
} from "@tabler/icons-react";
import { ActionMenu } from "../../../ui/ActionMenu.tsx";
import classes from "./ConversationMenu.module.css";

interface ConversationMenuProps {
  /** The id of the button that opened the menu. */
  labelledBy: string;
  isLocal: boolean;
  isPinned: boolean;
  isArchived: boolean;
  /** True if the conversation can be moved to or from the cloud. */
  canMove: boolean;
  /** The reason why the conversation cannot be deleted now; null if it can. */
  blockedReason: string | null;
  /** The reason why the conversation cannot be moved to or from the cloud now; null if it can. */
  moveBlockedReason: string | null;
  onClose: () => void;
  onRename: () => void;
  onPin: () => void;
  onArchive: () => void;
  onMoveToFolder: () => void;
  onTag: () => void;
  onCheck: () => void;
  onMove: () => void;
  onRemove: () => void;
}

/**
 * The open menu of one conversation, anchored to its parent element. Its code is loaded when the list is hovered or
 * focused.
 */
export function ConversationMenu(props: ConversationMenuProps) {
  const {
    labelledBy,
    isLocal,
    isPinned,
    isArchived,
    canMove,
    blockedReason,
    moveBlockedReason,
    onClose,
    onRename,
    onMove,
    onRemove,
  } = props;
  const isBlocked = blockedReason !== null;
  const title = blockedReason ?? undefined;
  const MoveIcon = isLocal ? IconCloudUp : IconDeviceLaptop;
  const PinIcon = isPinned ? IconPinnedOff : IconPin;
  const ArchiveIcon = isArchived ? IconArchiveOff : IconArchive;
  return (
    <ActionMenu labelledBy={labelledBy} position="bottom-end" width="max-content" onClose={onClose}>
      <Menu.Item leftSection={<IconPencil size={16} stroke={1.6} />} onClick={onRename} data-autofocus>
        {t`Rename`}
      </Menu.Item>
      <Menu.Item leftSection={<IconFolder size={16} stroke={1.6} />} onClick={props.onMoveToFolder}>
        {t`Move to folder…`}
      </Menu.Item>
      <Menu.Item leftSection={<IconTag size={16} stroke={1.6} />} onClick={props.onTag}>
        {t`Tags…`}
      </Menu.Item>
      <Menu.Item leftSection={<IconListCheck size={16} stroke={1.6} />} onClick={props.onCheck}>
        {t({ message: "Select", context: "verb" })}
      </Menu.Item>
      {!isArchived && (
        <Menu.Item leftSection={<PinIcon size={16} stroke={1.6} />} onClick={props.onPin}>
          {isPinned ? t`Unpin` : t`Pin`}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<ArchiveIcon size={16} stroke={1.6} />} onClick={props.onArchive}>
        {isArchived ? t`Unarchive` : t({ message: "Archive", context: "verb" })}
      </Menu.Item>
      {canMove && (
        <Menu.Item
          leftSection={<MoveIcon size={16} stroke={1.6} />}
          disabled={moveBlockedReason !== null}
          title={moveBlockedReason ?? undefined}
          onClick={onMove}
        >
          {isLocal ? t`Move to the cloud` : t`Move to this browser`}
        </Menu.Item>
      )}
      <Menu.Item
        className={classes.danger}
        leftSection={<IconTrash size={16} stroke={1.6} />}
        disabled={isBlocked}
        title={title}
        onClick={onRemove}
      >
        {t`Delete`}
      </Menu.Item>
    </ActionMenu>
  );
}

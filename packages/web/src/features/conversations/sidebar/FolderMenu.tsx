import type { Folder } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Menu } from "@mantine/core";
import { IconEye, IconEyeOff, IconPencil, IconPin, IconPinnedOff, IconShare, IconTrash } from "@tabler/icons-react";
import { canShareFolder } from "../../../entities/prompts/promptRights.ts";
import { openDialog } from "../../../entities/shell/dialogs.ts";
import { ActionMenu } from "../../../ui/ActionMenu.tsx";
import classes from "./ConversationMenu.module.css";

interface FolderMenuProps {
  folder: Folder;
  isHidden: boolean;
  labelledBy: string;
  /** The reason why the folder cannot be deleted now; null if it can. */
  blockedReason: string | null;
  onClose: () => void;
  onRename: () => void;
  onPin: (isPinned: boolean) => void;
  onHide: (isHidden: boolean) => void;
  onRemove: () => void;
}

/** The open menu of a folder. A group's folder can only be hidden or shown. */
export function FolderMenu(props: FolderMenuProps) {
  const { folder, isHidden, labelledBy, blockedReason, onClose, onRename, onPin, onHide, onRemove } = props;
  const { isGroupFolder = false, pinned = false } = folder;
  const PinIcon = pinned ? IconPinnedOff : IconPin;
  const HideIcon = isHidden ? IconEye : IconEyeOff;
  return (
    <ActionMenu labelledBy={labelledBy} position="bottom-end" width="max-content" onClose={onClose}>
      {isGroupFolder ? (
        <Menu.Item leftSection={<HideIcon size={16} stroke={1.6} />} onClick={() => onHide(!isHidden)} data-autofocus>
          {isHidden ? t`Unhide` : t`Hide`}
        </Menu.Item>
      ) : (
        <>
          <Menu.Item leftSection={<IconPencil size={16} stroke={1.6} />} onClick={onRename} data-autofocus>
            {t`Rename`}
          </Menu.Item>
          <Menu.Item leftSection={<PinIcon size={16} stroke={1.6} />} onClick={() => onPin(!pinned)}>
            {pinned ? t`Unpin` : t`Pin`}
          </Menu.Item>
          {canShareFolder(folder) && (
            <Menu.Item
              leftSection={<IconShare size={16} stroke={1.6} />}
              onClick={() => openDialog("share", { folderIds: [folder.id] })}
            >
              {t`Share…`}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item
            className={classes.danger}
            leftSection={<IconTrash size={16} stroke={1.6} />}
            disabled={blockedReason !== null}
            title={blockedReason ?? undefined}
            onClick={onRemove}
          >
            {t({ message: "Delete", context: "a folder" })}
          </Menu.Item>
        </>
      )}
    </ActionMenu>
  );
}

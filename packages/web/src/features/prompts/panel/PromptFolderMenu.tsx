import type { Folder } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Menu } from "@mantine/core";
import { IconPencil, IconPin, IconPinnedOff, IconPlus, IconShare, IconTrash } from "@tabler/icons-react";
import { canShareFolder } from "../../../entities/prompts/promptRights.ts";
import { openDialog } from "../../../entities/shell/dialogs.ts";
import { ActionMenu } from "../../../ui/ActionMenu.tsx";
import classes from "./PromptMenu.module.css";

export interface FolderActions {
  /** Opens the editor for a new template in the folder. */
  add: (folder: Folder) => void;
  pin: (folder: Folder, isPinned: boolean) => void;
  /** Deletes the folder after confirmation. */
  remove: (folder: Folder) => void;
}

interface PromptFolderMenuProps {
  folder: Folder;
  actions: FolderActions;
  labelledBy: string;
  onRename: () => void;
  onClose: () => void;
}

const iconProps = { size: 16, stroke: 1.6 };

/** The open menu of a prompt folder, anchored to its parent element. */
export function PromptFolderMenu({ folder, actions, labelledBy, onRename, onClose }: PromptFolderMenuProps) {
  const isPinned = folder.pinned === true;
  const isOwn = folder.isGroupFolder !== true;
  return (
    <ActionMenu labelledBy={labelledBy} position="bottom-end" width={200} onClose={onClose}>
      <Menu.Item leftSection={<IconPlus {...iconProps} />} onClick={() => actions.add(folder)} data-autofocus>
        {t`New prompt here`}
      </Menu.Item>
      {isOwn && (
        <>
          <Menu.Item leftSection={<IconPencil {...iconProps} />} onClick={onRename}>
            {t`Rename`}
          </Menu.Item>
          <Menu.Item
            leftSection={isPinned ? <IconPinnedOff {...iconProps} /> : <IconPin {...iconProps} />}
            onClick={() => actions.pin(folder, !isPinned)}
          >
            {isPinned ? t`Unpin` : t`Pin`}
          </Menu.Item>
          {canShareFolder(folder) && (
            <Menu.Item
              leftSection={<IconShare {...iconProps} />}
              onClick={() => openDialog("share", { folderIds: [folder.id] })}
            >
              {t`Share…`}
            </Menu.Item>
          )}
          <Menu.Item
            className={classes.danger}
            leftSection={<IconTrash {...iconProps} />}
            onClick={() => actions.remove(folder)}
          >
            {t({ message: "Delete", context: "a folder" })}
          </Menu.Item>
        </>
      )}
    </ActionMenu>
  );
}

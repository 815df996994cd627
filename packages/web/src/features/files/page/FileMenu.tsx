import type { FileRecord } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Menu } from "@mantine/core";
import { IconDots, IconDownload, IconTagPlus, IconTrash } from "@tabler/icons-react";
import { downloadOriginal } from "../../../entities/files/downloadOriginal.ts";
import { ActionMenu } from "../../../ui/ActionMenu.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { useMenuButton } from "../../../ui/useMenuButton.ts";
import classes from "./FileRow.module.css";

interface FileMenuProps {
  file: FileRecord;
  onEditTags: () => void;
  onDelete: () => void;
}

/** The button of a card, with a menu of what a row of the table has buttons for. */
export function FileMenu({ file, onEditTags, onDelete }: FileMenuProps) {
  const { isOpen, id, close, buttonProps } = useMenuButton();
  const { name, size, tags } = file;
  return (
    <span className={classes.menu}>
      <IconButton name={t`Actions for ${name}`} aria-haspopup="menu" {...buttonProps}>
        <IconDots size={18} stroke={1.6} />
      </IconButton>
      {isOpen && (
        <ActionMenu labelledBy={id} position="bottom-end" width="max-content" onClose={close}>
          <Menu.Item
            data-autofocus
            disabled={size === null}
            leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
            onClick={() => void downloadOriginal(file.id, name)}
          >
            {t`Download`}
          </Menu.Item>
          <Menu.Item leftSection={<IconTagPlus size={16} stroke={1.6} aria-hidden />} onClick={onEditTags}>
            {tags.length === 0 ? t`Add tags` : t`Edit tags`}
          </Menu.Item>
          <Menu.Item leftSection={<IconTrash size={16} stroke={1.6} aria-hidden />} onClick={onDelete}>
            {t`Delete`}
          </Menu.Item>
        </ActionMenu>
      )}
    </span>
  );
}

import { t } from "@lingui/core/macro";
import { Menu } from "@mantine/core";
import { IconFiles, IconUpload } from "@tabler/icons-react";
import { ActionMenu } from "../../../ui/ActionMenu.tsx";
import classes from "./AttachMenu.module.css";

interface AttachMenuProps {
  /** The id of the button that opened the menu. */
  labelledBy: string;
  /** The maximum file size, formatted as text; null if there is no limit. */
  limit: string | null;
  onClose: () => void;
  onUpload: () => void;
  onPick: () => void;
}

/** The open menu for attaching documents from the device or from the person's files, anchored to its parent element. */
export function AttachMenu({ labelledBy, limit, onClose, onUpload, onPick }: AttachMenuProps) {
  return (
    <ActionMenu labelledBy={labelledBy} position="top-start" width={250} onClose={onClose}>
      <Menu.Item leftSection={<IconUpload size={18} stroke={1.6} />} onClick={onUpload} data-autofocus>
        {t`Upload from this device`}
        {limit && <span className={classes.limit}>{t`Up to ${limit} each`}</span>}
      </Menu.Item>
      <Menu.Item leftSection={<IconFiles size={18} stroke={1.6} />} onClick={onPick}>
        {t`Choose from your files`}
      </Menu.Item>
    </ActionMenu>
  );
}

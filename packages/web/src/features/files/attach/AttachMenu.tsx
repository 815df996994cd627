import "@mantine/core/styles/Menu.css";
import { Menu } from "@mantine/core";
import { IconFiles, IconUpload } from "@tabler/icons-react";
import classes from "./AttachMenu.module.css";

interface AttachMenuProps {
  /** The id of the button that opened it. */
  labelledBy: string;
  /** Largest file, in words. */
  limit: string | null;
  onClose: () => void;
  onUpload: () => void;
  onPick: () => void;
}

/** Where documents can come from; it hangs on the element around it. */
export function AttachMenu({ labelledBy, limit, onClose, onUpload, onPick }: AttachMenuProps) {
  return (
    <Menu
      opened
      onChange={(isOpen) => !isOpen && onClose()}
      position="top-start"
      width={250}
      returnFocus={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <span className={classes.anchor} aria-hidden />
      </Menu.Target>
      <Menu.Dropdown className={classes.dropdown} aria-labelledby={labelledBy}>
        <Menu.Item
          className={classes.item}
          leftSection={<IconUpload size={18} stroke={1.6} />}
          onClick={onUpload}
          data-autofocus
        >
          Upload from this device
          {limit && <span className={classes.limit}>Up to {limit} each</span>}
        </Menu.Item>
        <Menu.Item className={classes.item} leftSection={<IconFiles size={18} stroke={1.6} />} onClick={onPick}>
          Choose from your files
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

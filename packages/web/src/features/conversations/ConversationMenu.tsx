import "@mantine/core/styles/Menu.css";
import { Menu } from "@mantine/core";
import { IconCloudUp, IconLock, IconPencil, IconTrash } from "@tabler/icons-react";
import classes from "./ConversationMenu.module.css";

interface ConversationMenuProps {
  /** The id of the button that opened it. */
  labelledBy: string;
  isLocal: boolean;
  canMove: boolean;
  /** Why it can be neither moved nor deleted now; null: it can. */
  blockedReason: string | null;
  onClose: () => void;
  onRename: () => void;
  onMove: () => void;
  onRemove: () => void;
}

/** The open menu of one conversation; it hangs on the element around it. Loaded when the first one opens. */
export function ConversationMenu(props: ConversationMenuProps) {
  const { labelledBy, isLocal, canMove, blockedReason, onClose, onRename, onMove, onRemove } = props;
  const isBlocked = blockedReason !== null;
  const title = blockedReason ?? undefined;
  const MoveIcon = isLocal ? IconCloudUp : IconLock;
  return (
    <Menu
      opened
      onChange={(isOpen) => !isOpen && onClose()}
      position="bottom-end"
      width={200}
      returnFocus={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <span className={classes.anchor} aria-hidden />
      </Menu.Target>
      <Menu.Dropdown className={classes.dropdown} aria-labelledby={labelledBy}>
        <Menu.Item
          className={classes.item}
          leftSection={<IconPencil size={16} stroke={1.6} />}
          onClick={onRename}
          data-autofocus
        >
          Rename
        </Menu.Item>
        {canMove && (
          <Menu.Item
            className={classes.item}
            leftSection={<MoveIcon size={16} stroke={1.6} />}
            disabled={isBlocked}
            title={title}
            onClick={onMove}
          >
            {isLocal ? "Move to cloud" : "Make private"}
          </Menu.Item>
        )}
        <Menu.Item
          className={`${classes.item} ${classes.danger}`}
          leftSection={<IconTrash size={16} stroke={1.6} />}
          disabled={isBlocked}
          title={title}
          onClick={onRemove}
        >
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

import { Menu } from "@mantine/core";
import { IconCloudUp, IconLock, IconPencil, IconTrash } from "@tabler/icons-react";
import { ActionMenu } from "../../ui/ActionMenu.tsx";
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
    <ActionMenu labelledBy={labelledBy} position="bottom-end" width={200} onClose={onClose}>
      <Menu.Item leftSection={<IconPencil size={16} stroke={1.6} />} onClick={onRename} data-autofocus>
        Rename
      </Menu.Item>
      {canMove && (
        <Menu.Item
          leftSection={<MoveIcon size={16} stroke={1.6} />}
          disabled={isBlocked}
          title={title}
          onClick={onMove}
        >
          {isLocal ? "Move to cloud" : "Make private"}
        </Menu.Item>
      )}
      <Menu.Item
        className={classes.danger}
        leftSection={<IconTrash size={16} stroke={1.6} />}
        disabled={isBlocked}
        title={title}
        onClick={onRemove}
      >
        Delete
      </Menu.Item>
    </ActionMenu>
  );
}

import { ActionMenu } from "../../../ui/ActionMenu.tsx";
import type { RowMenuProps } from "../../../ui/tree/TreeRowView.tsx";
import type { FocusableRow } from "../../../ui/tree/treeRows.ts";
import type { SidebarValue } from "./buildSidebarRows.ts";
import { ConversationMenuItems } from "./ConversationMenuItems.tsx";
import { FolderMenu } from "./FolderMenu.tsx";
import type { SidebarActions } from "./sidebarActions.ts";

interface SidebarRowMenuProps {
  row: FocusableRow<SidebarValue>;
  menu: RowMenuProps;
  actions: SidebarActions;
}

/** The open menu of a conversation or a folder. Its code is loaded when the list is hovered or focused. */
export function SidebarRowMenu({ row, menu, actions }: SidebarRowMenuProps) {
  const blockedReason = actions.blockedReasonOf(row);
  if (row.kind === "folder") {
    const folder = actions.folderOf(row.id);
    return (
      folder && (
        <FolderMenu
          {...menu}
          folder={folder}
          isHidden={actions.isHidden(folder.id)}
          blockedReason={blockedReason}
          onPin={(isPinned) => actions.pin(folder, isPinned)}
          onHide={(isHidden) => actions.hide(folder, isHidden)}
          onRemove={() => actions.remove(row)}
        />
      )
    );
  }
  return (
    <ActionMenu labelledBy={menu.labelledBy} position="bottom-end" width="max-content" onClose={menu.onClose}>
      <ConversationMenuItems
        conversation={row.value.conversation}
        place="list"
        isFirst
        {...{ actions, blockedReason }}
        onRename={menu.onRename}
      />
    </ActionMenu>
  );
}

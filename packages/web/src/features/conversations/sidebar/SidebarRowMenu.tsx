import { t } from "@lingui/core/macro";
import { useIsAnswered } from "../../../entities/chat/activity/useAnswerActivity.ts";
import type { RowMenuProps } from "../../../ui/tree/TreeRowView.tsx";
import type { FocusableRow } from "../../../ui/tree/treeRows.ts";
import type { SidebarValue } from "./buildSidebarRows.ts";
import { ConversationMenu } from "./ConversationMenu.tsx";
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
  const isAnswered = useIsAnswered(row.id);
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
  const { conversation } = row.value;
  return (
    <ConversationMenu
      {...menu}
      isLocal={conversation.isLocal}
      isPinned={conversation.isPinned ?? false}
      isArchived={conversation.isArchived ?? false}
      canMove={actions.canUseCloud() || !conversation.isLocal}
      blockedReason={blockedReason}
      moveBlockedReason={blockedReason ?? (isAnswered ? t`You can change this once the answer is complete` : null)}
      onPin={() => actions.pinConversation(conversation, !conversation.isPinned)}
      onArchive={() => actions.archive(conversation, !conversation.isArchived)}
      onMoveToFolder={() => actions.askForFolder(conversation)}
      onTag={() => actions.tag(conversation)}
      onCheck={() => actions.check(conversation)}
      onMove={() => actions.move(conversation)}
      onRemove={() => actions.remove(row)}
    />
  );
}

import type { ConversationSummary } from "@lectern/contract";
import { CleanFoldersDialog } from "./CleanFoldersDialog.tsx";
import type { SidebarQuestion } from "./dialogs.ts";
import { MoveDialog } from "./MoveDialog.tsx";
import { MoveToFolderDialog } from "./MoveToFolderDialog.tsx";
import { NewFolderDialog } from "./NewFolderDialog.tsx";
import { RemoveDialog } from "./RemoveDialog.tsx";
import { RenameDialog } from "./RenameDialog.tsx";
import { TagsDialog } from "./TagsDialog.tsx";

interface SidebarDialogsProps {
  question: SidebarQuestion;
  isOpen: boolean;
  /** All conversations of the person; the tags dialog suggests their tags. */
  allConversations: readonly ConversationSummary[];
  onClose: () => void;
  /** Opens another dialog. */
  onAsk: (question: SidebarQuestion) => void;
  /**
   * Called after conversations were moved to a folder or tagged. Their rows may have moved, and the selection mode
   * ends.
   */
  onChanged: (ids: readonly string[]) => void;
  onRemoved: (ids: readonly string[]) => void;
}

/** The dialog for the current question. The code of all dialogs is loaded when the first one opens. */
export function SidebarDialogs(props: SidebarDialogsProps) {
  const { question, isOpen, allConversations, onClose, onAsk, onChanged, onRemoved } = props;
  const sharedProps = { isOpen, onClose };
  switch (question.kind) {
    case "newFolder":
      return <NewFolderDialog {...sharedProps} conversations={question.conversations} onDone={onChanged} />;
    case "moveToFolder":
      return (
        <MoveToFolderDialog
          {...sharedProps}
          conversations={question.conversations}
          allConversations={allConversations}
          onNew={() => onAsk({ kind: "newFolder", conversations: question.conversations })}
          onDone={onChanged}
        />
      );
    case "tag":
      return (
        <TagsDialog
          {...sharedProps}
          conversations={question.conversations}
          allConversations={allConversations}
          onDone={onChanged}
        />
      );
    case "rename":
      return <RenameDialog {...sharedProps} conversation={question.conversation} />;
    case "move":
      return <MoveDialog {...sharedProps} conversation={question.conversation} />;
    case "remove":
    case "removeFolder":
    case "cleanConversations":
      return <RemoveDialog {...sharedProps} question={question} onRemoved={onRemoved} />;
    case "cleanFolders":
      return <CleanFoldersDialog {...sharedProps} folders={question.folders} />;
    default:
      return question satisfies never;
  }
}

import type { ConversationSummary } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import classes from "./SelectionBar.module.css";

interface SelectionBarProps {
  conversations: readonly ConversationSummary[];
  /** True if every listed conversation is selected. */
  isAll: boolean;
  onAll: () => void;
  onNone: () => void;
  onMoveToFolder: () => void;
  onTag: () => void;
  onPin: (isPinned: boolean) => void;
  onArchive: (isArchived: boolean) => void;
  onRemove: () => void;
  onCancel: () => void;
}

/** The actions for the selected conversations. */
export function SelectionBar(props: SelectionBarProps) {
  const { conversations, isAll, onAll, onNone, onMoveToFolder, onTag, onPin, onArchive, onRemove, onCancel } = props;
  const isNone = conversations.length === 0;
  const unarchivedConversations = conversations.filter(({ isArchived }) => !isArchived);
  const allArePinned = !isNone && unarchivedConversations.every(({ isPinned }) => isPinned);
  const allAreArchived = !isNone && unarchivedConversations.length === 0;
  const buttonProps = { size: "xs", variant: "default", className: classes.button, disabled: isNone } as const;
  return (
    <section className={classes.bar} aria-label={t`Selected chats`}>
      <div className={classes.line}>
        <span role="status" className={classes.count}>
          {plural(conversations.length, { one: "# selected", other: "# selected" })}
        </span>
        <Button size="xs" variant="subtle" color="gray" className={classes.button} onClick={isAll ? onNone : onAll}>
          {isAll ? t`Select none` : t`Select all`}
        </Button>
        <Button size="xs" variant="subtle" color="gray" className={classes.button} onClick={onCancel}>
          {t`Cancel`}
        </Button>
      </div>
      <div className={classes.actions}>
        <Button {...buttonProps} onClick={onMoveToFolder}>
          {t`Move…`}
        </Button>
        <Button {...buttonProps} onClick={onTag}>
          {t`Tags…`}
        </Button>
        {!allAreArchived && (
          <Button {...buttonProps} onClick={() => onPin(!allArePinned)}>
            {allArePinned ? t`Unpin` : t`Pin`}
          </Button>
        )}
        <Button {...buttonProps} onClick={() => onArchive(!allAreArchived)}>
          {allAreArchived ? t`Unarchive` : t({ message: "Archive", context: "verb" })}
        </Button>
        <Button size="xs" color="red.8" className={classes.button} disabled={isNone} onClick={onRemove}>
          {t`Delete…`}
        </Button>
      </div>
    </section>
  );
}

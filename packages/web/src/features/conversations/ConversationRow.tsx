import type { ConversationSummary } from "@lectern/contract";
import { IconCloud, IconDots, IconLock } from "@tabler/icons-react";
import { lazy, memo, Suspense, useId, useRef, useState } from "react";
import classes from "./ConversationRow.module.css";
import { RenameField } from "./RenameField.tsx";

const ConversationMenu = lazy(() =>
  import("./ConversationMenu.tsx").then(({ ConversationMenu }) => ({ default: ConversationMenu })),
);

export interface RowActions {
  open: (id: string) => void;
  startRename: (id: string) => void;
  /** `name`: what was typed; null: nothing is to be changed. `keepsFocus`: the row gets the focus back. */
  endRename: (id: string, name: string | null, focus: { keepsFocus: boolean }) => void;
  remove: (conversation: ConversationSummary) => void;
  move: (conversation: ConversationSummary) => void;
}

interface ConversationRowProps {
  conversation: ConversationSummary;
  isSelected: boolean;
  /** The one row of the list that Tab reaches. */
  isTabStop: boolean;
  isRenaming: boolean;
  blockedReason: string | null;
  canUseCloud: boolean;
  actions: RowActions;
}

/** One conversation in the list: its name, where it is kept, and what can be done with it. */
export const ConversationRow = memo(function ConversationRow(props: ConversationRowProps) {
  const { conversation, isSelected, isTabStop, isRenaming, blockedReason, canUseCloud, actions } = props;
  const { id, name, isLocal } = conversation;
  const Mark = isLocal ? IconLock : IconCloud;
  if (isRenaming) return <RenameField name={name} onEnd={(next, focus) => actions.endRename(id, next, focus)} />;
  return (
    <div className={classes.row} data-selected={isSelected || undefined}>
      <button
        type="button"
        className={classes.open}
        data-row={id}
        tabIndex={isTabStop ? 0 : -1}
        title={blockedReason ?? name}
        aria-current={isSelected ? "page" : undefined}
        aria-disabled={blockedReason !== null || undefined}
        aria-description={blockedReason ?? undefined}
        onClick={() => actions.open(id)}
        onDoubleClick={() => actions.startRename(id)}
      >
        <span className={classes.name}>{name}</span>
        <Mark size={14} stroke={1.6} className={classes.mark} aria-hidden />
        <span className={classes.hidden}>{isLocal ? "(private)" : "(in the cloud)"}</span>
      </button>
      <RowMenu
        conversation={conversation}
        isTabStop={isTabStop}
        canMove={canUseCloud || !isLocal}
        blockedReason={isSelected ? blockedReason : null}
        actions={actions}
      />
    </div>
  );
});

interface RowMenuProps {
  conversation: ConversationSummary;
  isTabStop: boolean;
  canMove: boolean;
  blockedReason: string | null;
  actions: RowActions;
}

function RowMenu({ conversation, isTabStop, canMove, blockedReason, actions }: RowMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const wasOpen = useRef(false);
  const button = useRef<HTMLButtonElement>(null);
  const buttonId = useId();
  const close = () => {
    setIsOpen(false);
    button.current?.focus({ preventScroll: true });
  };
  return (
    <div className={classes.more}>
      <button
        ref={button}
        id={buttonId}
        type="button"
        className={classes.moreButton}
        tabIndex={isTabStop ? 0 : -1}
        aria-label={`Actions for ${conversation.name}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        // The press closes the open menu, as one beside it; the click that follows must not open it again.
        onPointerDown={() => {
          wasOpen.current = isOpen;
        }}
        onClick={() => {
          setIsOpen(!wasOpen.current);
          wasOpen.current = false;
        }}
      >
        <IconDots size={16} stroke={1.8} aria-hidden />
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <ConversationMenu
            labelledBy={buttonId}
            isLocal={conversation.isLocal}
            canMove={canMove}
            blockedReason={blockedReason}
            onClose={close}
            onRename={() => actions.startRename(conversation.id)}
            onMove={() => actions.move(conversation)}
            onRemove={() => actions.remove(conversation)}
          />
        </Suspense>
      )}
    </div>
  );
}

import { IconCheck, IconChevronLeft, IconChevronRight, IconCopy, IconRefresh } from "@tabler/icons-react";
import type { ComponentPropsWithRef } from "react";
import { useCopied } from "../../ui/useCopied.ts";
import classes from "./MessageActions.module.css";

interface MessageActionsProps {
  /** What the message is called in the names of the buttons. */
  what: "answer" | "message";
  text: string;
  messageId: string;
  versionIds: readonly string[];
  /** Shown without hover or focus. */
  isProminent: boolean;
  /** Why nothing can be changed now; null: it can. */
  blockedReason: string | null;
  onAgain?: () => void;
  onShowVersion: (messageId: string) => void;
}

/** The quiet row under a message: its versions, copy, and another answer. */
export function MessageActions(props: MessageActionsProps) {
  const { what, text, versionIds, isProminent, blockedReason, onAgain } = props;
  const { isCopied, copy } = useCopied();
  return (
    <div className={classes.row} data-prominent={isProminent || undefined}>
      {versionIds.length > 1 && <Versions {...props} />}
      {text !== "" && (
        <ActionButton name={isCopied ? "Copied" : `Copy the ${what}`} onClick={() => copy(text)}>
          {isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        </ActionButton>
      )}
      {onAgain && (
        <ActionButton name="Answer again" blockedReason={blockedReason} onClick={onAgain}>
          <IconRefresh size={16} aria-hidden />
        </ActionButton>
      )}
      <span role="status" className={classes.copied}>
        {isCopied ? "Copied" : ""}
      </span>
    </div>
  );
}

function Versions({ what, messageId, versionIds, blockedReason, onShowVersion }: MessageActionsProps) {
  const index = versionIds.indexOf(messageId);
  const previous = versionIds[index - 1];
  const next = versionIds[index + 1];
  const isFirst = previous === undefined;
  const isLast = next === undefined;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    <div role="group" aria-label={`Versions of the ${what}`} className={classes.versions}>
      <ActionButton
        name="Earlier version"
        blockedReason={isFirst ? "This is the first version" : blockedReason}
        onClick={() => previous !== undefined && onShowVersion(previous)}
      >
        <IconChevronLeft size={16} aria-hidden />
      </ActionButton>
      <span className={classes.count}>
        {index + 1} of {versionIds.length}
      </span>
      <ActionButton
        name="Later version"
        blockedReason={isLast ? "This is the last version" : blockedReason}
        onClick={() => next !== undefined && onShowVersion(next)}
      >
        <IconChevronRight size={16} aria-hidden />
      </ActionButton>
    </div>
  );
}

interface ActionButtonProps extends Omit<ComponentPropsWithRef<"button">, "name" | "title"> {
  name: string;
  blockedReason?: string | null;
  onClick: () => void;
}

// A plain button: hundreds of them may stand in a conversation, too many for a tooltip component each.
function ActionButton({ name, blockedReason = null, onClick, children }: ActionButtonProps) {
  const isBlocked = blockedReason !== null;
  return (
    <button
      type="button"
      className={classes.button}
      aria-label={name}
      title={blockedReason ?? name}
      aria-disabled={isBlocked || undefined}
      onClick={isBlocked ? undefined : onClick}
    >
      {children}
    </button>
  );
}

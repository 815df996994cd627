import type { ConversationSummary } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import classes from "./SelectionBar.module.css";

interface SelectionBarProps {
  /** Called once the bar takes its room from the list above it. */
  onShown: () => void;
  conversations: readonly ConversationSummary[];
  /** True if every listed conversation is selected. */
  isAll: boolean;
  onAll: () => void;
  onNone: () => void;
  onMoveToFolder: () => void;
  onTag: () => void;
  onShare: () => void;
  /** Resolves when all have been changed, or a notice has named those that could not be. */
  onPin: (isPinned: boolean) => Promise<void>;
  onArchive: (isArchived: boolean) => Promise<void>;
  onRemove: () => void;
  onCancel: () => void;
}

/** The actions for the selected conversations. */
export function SelectionBar(props: SelectionBarProps) {
  const {
    onShown,
    conversations,
    isAll,
    onAll,
    onNone,
    onMoveToFolder,
    onTag,
    onShare,
    onPin,
    onArchive,
    onRemove,
    onCancel,
  } = props;
  const { isBusy, isSlow, run } = useBusy();
  const handleShown = useEffectEvent(onShown);
  useLayoutEffect(() => handleShown(), []);
  const isNone = conversations.length === 0;
  const unarchivedConversations = conversations.filter(({ isArchived }) => !isArchived);
  const allArePinned = !isNone && unarchivedConversations.every(({ isPinned }) => isPinned);
  const allAreArchived = !isNone && unarchivedConversations.length === 0;
  const buttonProps = {
    size: "xs",
    variant: "default",
    className: classes.button,
    disabled: isNone || isBusy,
  } as const;
  // The pressed button does not lose the focus.
  const busyProps = isBusy ? { "aria-disabled": true, "data-disabled": true } : {};
  const markProps = { ...buttonProps, disabled: isNone, ...busyProps } as const;
  const quietProps = { size: "xs", variant: "subtle", color: "gray", className: classes.button } as const;
  return (
    <section className={classes.bar} aria-label={t`Selected chats`}>
      <div className={classes.line}>
        <span role="status" className={classes.count}>
          {isSlow
            ? plural(conversations.length, { one: "Changing # chat…", other: "Changing # chats…" })
            : plural(conversations.length, { one: "# selected", other: "# selected" })}
        </span>
        <Button {...quietProps} disabled={isBusy} onClick={isAll ? onNone : onAll}>
          {isAll ? t`Clear selection` : t`Select all`}
        </Button>
        <Button {...quietProps} onClick={onCancel}>
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
        <Button {...buttonProps} onClick={onShare}>
          {t`Share…`}
        </Button>
        {!allAreArchived && (
          <Button {...markProps} onClick={() => run(() => onPin(!allArePinned))}>
            {allArePinned ? t`Unpin` : t`Pin`}
          </Button>
        )}
        <Button {...markProps} onClick={() => run(() => onArchive(!allAreArchived))}>
          {allAreArchived ? t`Unarchive` : t({ message: "Archive", context: "verb" })}
        </Button>
        <Button {...buttonProps} {...(isNone || isBusy ? {} : { c: "var(--danger)" })} onClick={onRemove}>
          {t`Delete`}
        </Button>
      </div>
    </section>
  );
}

const slowAfterMs = 500;

/** Runs one change at a time. `isSlow`: it takes so long that the person should see that something happens. */
function useBusy(): { isBusy: boolean; isSlow: boolean; run: (work: () => Promise<void>) => void } {
  const [state, setState] = useState<"idle" | "busy" | "slow">("idle");
  const isRunningRef = useRef(false);
  const run = async (work: () => Promise<void>) => {
    if (isRunningRef.current) return;
    isRunningRef.current = true;
    setState("busy");
    const timer = setTimeout(() => setState("slow"), slowAfterMs);
    await work().finally(() => {
      clearTimeout(timer);
      isRunningRef.current = false;
      setState("idle");
    });
  };
  return { isBusy: state !== "idle", isSlow: state === "slow", run: (work) => void run(work) };
}

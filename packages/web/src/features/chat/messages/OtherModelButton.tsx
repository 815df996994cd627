import type { Model } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { IconChevronDown } from "@tabler/icons-react";
import { use } from "react";
import { ChatSlotsContext } from "../../../entities/chat/slots/chatSlots.ts";
import { OverlaySuspense } from "../../../ui/OverlaySuspense.tsx";
import { useMenuButton } from "../../../ui/useMenuButton.ts";
import { AnswerModelContext } from "./answerModel.ts";
import classes from "./MessageActions.module.css";

interface OtherModelButtonProps {
  /** The reason why no other answer can be requested now; null if one can. */
  blockedReason: string | null;
  onAnswerAgain: (model: Model) => void;
}

/** Requests another answer from a model that the person chooses. The model of the conversation stays the same. */
export function OtherModelButton({ blockedReason: answerBlockedReason, onAnswerAgain }: OtherModelButtonProps) {
  const { ModelMenu } = use(ChatSlotsContext);
  const { modelId, enforcedReason } = use(AnswerModelContext);
  const blockedReason = answerBlockedReason ?? enforcedReason;
  const { isOpen, close, buttonProps } = useMenuButton();
  const isBlocked = blockedReason !== null;
  return (
    <span className={classes.more} data-open={isOpen || undefined}>
      <button
        type="button"
        className={`${classes.button} ${classes.attached}`}
        {...buttonProps}
        aria-label={t`Try another model`}
        title={blockedReason ?? t`Try another model`}
        aria-haspopup="listbox"
        aria-disabled={isBlocked || undefined}
        aria-description={blockedReason ?? undefined}
        onClick={isBlocked ? undefined : buttonProps.onClick}
      >
        <IconChevronDown size={14} stroke={1.8} aria-hidden />
      </button>
      {isOpen && !isBlocked && (
        <OverlaySuspense isOpen onClose={close}>
          <ModelMenu position="top-start" value={modelId} onChoose={onAnswerAgain} onClose={close} />
        </OverlaySuspense>
      )}
    </span>
  );
}

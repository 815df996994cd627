import type { Model } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { IconChevronDown } from "@tabler/icons-react";
import { use } from "react";
import { ChatSlotsContext } from "../../../entities/chat/slots/chatSlots.ts";
import { getPreloadProps } from "../../../lib/preload/getPreloadProps.ts";
import { OverlaySuspense } from "../../../ui/OverlaySuspense.tsx";
import { useMenuButton } from "../../../ui/useMenuButton.ts";
import { AnswerModelContext } from "./answerModel.ts";
import classes from "./MessageActions.module.css";
import { MessageButton } from "./MessageButton.tsx";

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
      <MessageButton
        {...buttonProps}
        {...getPreloadProps(ModelMenu.load)}
        className={classes.attached ?? ""}
        name={t`Try another model`}
        blockedReason={blockedReason}
        aria-haspopup="listbox"
      >
        <IconChevronDown size={14} stroke={1.8} aria-hidden />
      </MessageButton>
      {isOpen && !isBlocked && (
        <OverlaySuspense isOpen onClose={close}>
          <ModelMenu position="top-start" value={modelId} onChoose={onAnswerAgain} onClose={close} />
        </OverlaySuspense>
      )}
    </span>
  );
}

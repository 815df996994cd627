import type { AnswerFeedback } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useState } from "react";
import type { DialogProps } from "../../entities/shell/dialogs.ts";
import { Modal } from "../../ui/modal/Modal.tsx";
import classes from "./RatingButtons.module.css";
import { ReasonField } from "./ReasonField.tsx";
import { getRatingName } from "./ratingOptions.ts";
import { useAnswerFeedback } from "./useAnswerFeedback.ts";

interface ReasonDialogProps extends DialogProps {
  conversationId: string;
  messageId: string;
  /** The chosen rating. If it could not be stored, it is sent again with the reason. */
  rating: AnswerFeedback["rating"];
}

/** Asks on a narrow screen why an answer is good or bad. Stays open until the reason is stored. */
export function ReasonDialog({ isOpen, onClose, conversationId, messageId, rating }: ReasonDialogProps) {
  const state = useAnswerFeedback(conversationId, messageId);
  const [reason, setReason] = useState("");
  const send = () => {
    if (state.status === "ready") state.rate({ rating, reason }, { onSuccess: onClose });
  };
  return (
    <Modal
      isOpen={isOpen}
      title={getRatingName(rating)}
      onClose={onClose}
      onSubmit={send}
      submitLabel={t`Send`}
      fitsContent
    >
      <div className={classes.form}>
        <ReasonField rating={rating} reason={reason} onChange={setReason} />
      </div>
    </Modal>
  );
}

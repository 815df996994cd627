import { t } from "@lingui/core/macro";
import { useState } from "react";
import type { DialogProps } from "../../../entities/shell/dialogs.ts";
import { Modal } from "../../../ui/modal/Modal.tsx";
import { FeedbackField } from "./FeedbackField.tsx";
import classes from "./Rating.module.css";
import { StarField } from "./StarField.tsx";
import { type RatedAnswer, useStarRating } from "./useStarRating.ts";

const size = 44;

/** Asks on a narrow screen for stars, and then why. Stays open until the reason is saved. */
export function StarDialog({ isOpen, onClose, ...answer }: DialogProps & RatedAnswer) {
  const { userRating, userFeedback, isElsewhere, isSaving, rate } = useStarRating(answer);
  const [feedback, setFeedback] = useState<string | null>(null);
  const [isReplacing] = useState(isElsewhere);
  const shownFeedback = feedback ?? userFeedback;
  const submit = () => rate({ userRating, userFeedback: shownFeedback.trim() }, { onSuccess: onClose });
  return (
    <Modal
      isOpen={isOpen}
      title={t`Rate this answer`}
      onClose={onClose}
      {...(userRating === null ? {} : { onSubmit: submit, submitLabel: t`Submit Feedback`, isSubmitting: isSaving })}
      fitsContent
    >
      <div className={classes.form}>
        <StarField
          value={userRating}
          size={size}
          onChange={(stars) => rate({ userRating: stars, userFeedback: stars === null ? "" : userFeedback })}
        />
        {userRating !== null && (
          <FeedbackField assistantId={answer.assistantId} feedback={shownFeedback} isReplacing={isReplacing} onChange={setFeedback} />
        )}
      </div>
    </Modal>
  );
}

import { t } from "@lingui/core/macro";
import { useState } from "react";
import type { DialogProps } from "../../../entities/shell/dialogs.ts";
import { Modal } from "../../../ui/modal/Modal.tsx";
import { FeedbackField } from "./FeedbackField.tsx";
import classes from "./Rating.module.css";
import { StarField } from "./StarField.tsx";
import { type RatedAnswer, useStarRating } from "./useStarRating.ts";

const size = 44;

/** Asks on a narrow screen for stars, and then why. Nothing is saved before the person submits it. */
export function StarDialog({ isOpen, onClose, ...answer }: DialogProps & RatedAnswer) {
  const { userRating, userFeedback, isElsewhere, isSaving, rate } = useStarRating(answer);
  // Undefined: as it is stored.
  const [chosen, setChosen] = useState<number | null>();
  const [feedback, setFeedback] = useState<string | null>(null);
  const [isReplacing] = useState(isElsewhere);
  const stars = chosen === undefined ? userRating : chosen;
  const shownFeedback = feedback ?? userFeedback;
  const submit = () =>
    rate({ userRating: stars, userFeedback: stars === null ? "" : shownFeedback.trim() }, { onSuccess: onClose });
  const submitLabel = stars === null ? t`Remove rating` : t`Submit Feedback`;
  return (
    <Modal
      isOpen={isOpen}
      title={t`Rate this answer`}
      onClose={onClose}
      {...(stars === null && userRating === null ? {} : { onSubmit: submit, submitLabel, isSubmitting: isSaving })}
      fitsContent
    >
      <div className={classes.form}>
        <StarField value={stars} size={size} onChange={setChosen} />
        {stars !== null && (
          <FeedbackField
            assistantId={answer.assistantId}
            feedback={shownFeedback}
            isReplacing={isReplacing}
            onChange={setFeedback}
          />
        )}
      </div>
    </Modal>
  );
}

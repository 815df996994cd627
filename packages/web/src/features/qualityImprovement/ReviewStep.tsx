import { type SubmittedMessage, submitQualityImprovement } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { DialogProps } from "../../entities/shell/dialogs.ts";
import { call } from "../../lib/call.ts";
import { CallError } from "../../lib/callError.ts";
import { Modal } from "../../ui/modal/Modal.tsx";
import { useDiscardQuestion } from "../../ui/modal/useDiscardQuestion.tsx";
import { notifySuccess } from "../../ui/notices/notify.tsx";
import { RequestId } from "../../ui/RequestId.tsx";
import { ChoiceFields } from "./ChoiceFields.tsx";
import classes from "./Quality.module.css";
import { SentContent } from "./SentContent.tsx";
import { buildSubmission, isTooLong, type SubmissionChoices, toSubmittedConversation } from "./submission.ts";

interface ReviewStepProps extends DialogProps {
  /** The name of the conversation. */
  name: string;
  messages: readonly SubmittedMessage[];
  summary: string;
}

/** The form for what is sent, and below it everything that is sent besides. After a failure it stays as it is. */
export function ReviewStep({ isOpen, onClose, name, messages, summary }: ReviewStepProps) {
  const [choices, setChoices] = useState<SubmissionChoices>(() => ({
    ...{ summary, purpose: "", additionalComments: "", includesUser: false, includesDataSources: false },
    includesConversation: !isTooLong(toSubmittedConversation(name, messages, false)),
  }));
  const submission = buildSubmission(name, messages, choices);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(submitQualityImprovement, submission),
    networkMode: "always",
    onSuccess() {
      notifySuccess(t`Successfully submitted quality improvement summary`);
      onClose();
    },
  });
  const { close, question } = useDiscardQuestion({
    hasChanges: () => choices.summary.trim() !== summary || choices.purpose !== "" || choices.additionalComments !== "",
    message: t`What you have written has not been submitted.`,
    onDiscard: () => {},
    onClose,
  });
  const isSubmittable =
    choices.summary.trim() !== "" && (submission.conversation === null || !isTooLong(submission.conversation));
  return (
    <Modal
      isOpen={isOpen}
      // If it fails, what was written must still be there.
      onClose={() => !isPending && close()}
      title={t`Share for Quality Improvement`}
      submitLabel={t({ message: "Submit", context: "for quality improvement" })}
      submittingLabel={t`Submitting...`}
      isSubmitting={isPending}
      canSubmit={isSubmittable}
      onSubmit={() => mutate()}
    >
      <div className={classes.form}>
        <p className={classes.note}>
          {t`Administrators of your institution read this to improve the service. It can’t be called back.`}
        </p>
        <ChoiceFields
          {...{ choices, name, messages }}
          wasSummarized={summary !== ""}
          isDisabled={isPending}
          onChange={(changes) => setChoices({ ...choices, ...changes })}
        />
        <SentContent {...submission} />
        {error && !isPending && <Failure error={error} />}
      </div>
      {question}
    </Modal>
  );
}

function Failure({ error }: { error: Error }) {
  const { reason = null, requestId = null } = error instanceof CallError ? error : {};
  return (
    <div role="alert" className={classes.failure}>
      <p>{t`Failed to submit quality improvement summary. Please try again...`}</p>
      {reason && <p className={classes.note}>{reason}</p>}
      {requestId && <RequestId id={requestId} />}
    </div>
  );
}

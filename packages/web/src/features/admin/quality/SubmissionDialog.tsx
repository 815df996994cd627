import { deleteQualitySubmission, type QualitySubmission } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import factsClasses from "../../../entities/qualityImprovement/facts.module.css";
import { SubmittedContent } from "../../../entities/qualityImprovement/SubmittedContent.tsx";
import { call } from "../../../lib/call.ts";
import { formatNumber } from "../../../lib/i18n/formats.ts";
import { LoadFailedBanner } from "../../../ui/LoadFailedBanner.tsx";
import { ConfirmDialog } from "../../../ui/modal/ConfirmDialog.tsx";
import { Modal } from "../../../ui/modal/Modal.tsx";
import { notifyFailure, notifySuccess } from "../../../ui/notices/notify.tsx";
import { MessagesSkeleton } from "../../../ui/Skeletons.tsx";
import adminClasses from "../Admin.module.css";
import classes from "./Quality.module.css";
import { qualityKey, submissionQuery } from "./qualityQueries.ts";
import { formatSubmissionTime, getSenderText } from "./qualityTexts.ts";

interface SubmissionDialogProps {
  submissionId: string;
  onClose: () => void;
}

/** A submission with its conversation, and the button that deletes it. */
export function SubmissionDialog({ submissionId, onClose }: SubmissionDialogProps) {
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery(submissionQuery(submissionId));
  const [isAsking, setIsAsking] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(deleteQualitySubmission, { submissionId }),
    networkMode: "always",
    onSuccess() {
      notifySuccess(t`The submission was deleted.`);
      onClose();
      void cache.invalidateQueries({ queryKey: [...qualityKey, "list"] });
    },
    onError: notifyFailure,
    onSettled: () => setIsAsking(false),
  });
  return (
    <>
      <Modal
        isOpen
        title={t`Submission for quality improvement`}
        onClose={onClose}
        width="min(60rem, 80vw)"
        isWide
        actions={
          data && <Button variant="default" color="red.8" onClick={() => setIsAsking(true)}>{t`Delete…`}</Button>
        }
      >
        {error && (
          <LoadFailedBanner text={t`The submission couldn’t be loaded.`} error={error} onRetry={() => void refetch()} />
        )}
        {!data && !error && <MessagesSkeleton label={t`Loading the submission`} />}
        {data && <Submission submission={data.submission} />}
      </Modal>
      <ConfirmDialog
        isOpen={isAsking}
        title={t`Delete the submission`}
        message={t`The summary and everything that was sent with it are deleted. This can’t be undone.`}
        confirmLabel={t({ message: "Delete", context: "a submission" })}
        isDestructive
        isBusy={isPending}
        onConfirm={() => mutate()}
        onCancel={() => setIsAsking(false)}
      />
    </>
  );
}

function Submission({ submission }: { submission: QualitySubmission }) {
  const { summary, purpose, additionalComments, numberOfDataSources, conversation, dataSources } = submission;
  const texts = [
    { title: t`Summary`, text: summary },
    { title: t`Purpose`, text: purpose },
    { title: t`Additional comments`, text: additionalComments },
  ];
  return (
    <div className={classes.submission}>
      <dl className={factsClasses.facts}>
        <dt>{t({ message: "From", context: "sender" })}</dt>
        <dd>{getSenderText(submission)}</dd>
        <dt>{t`Time`}</dt>
        <dd>{formatSubmissionTime(submission)}</dd>
        <dt>{t`Number of data sources`}</dt>
        <dd>{formatNumber(numberOfDataSources)}</dd>
      </dl>
      {texts.map(
        ({ title, text }) =>
          text !== "" && (
            <section key={title}>
              <h3 className={adminClasses.heading}>{title}</h3>
              <p className={classes.text} dir="auto">
                {text}
              </p>
            </section>
          ),
      )}
      <section>
        <h3 className={adminClasses.heading}>{t`Chat`}</h3>
        {conversation ? (
          <SubmittedContent conversation={conversation} dataSources={dataSources} isFormatted />
        ) : (
          <p className={adminClasses.note}>{t`The chat wasn’t sent.`}</p>
        )}
      </section>
    </div>
  );
}

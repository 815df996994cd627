import type { SubmittedMessage } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Loader } from "@mantine/core";
import { useEffect, useEffectEvent } from "react";
import { isGuide, useModels } from "../../entities/models/useModels.ts";
import type { DialogProps } from "../../entities/shell/dialogs.ts";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import { Modal } from "../../ui/modal/Modal.tsx";
import classes from "./Quality.module.css";
import { requestSummary } from "./requestSummary.ts";

interface SummaryStepProps extends DialogProps {
  messages: readonly SubmittedMessage[];
  /** The model of the conversation; null: the default one. */
  modelId: string | null;
  accountId: string | null;
  /** The summary, empty if there is none: the person writes it. */
  onSummary: (summary: string) => void;
}

/** Waits for the summary. Closing the dialog cancels it, and so does whoever prefers to write it. */
export function SummaryStep({ isOpen, onClose, messages, modelId, accountId, onSummary }: SummaryStepProps) {
  const { user, config } = useWorkspace();
  const models = useModels();
  const start = useEffectEvent(async (signal: AbortSignal) => {
    const model = models.find(modelId) ?? models.default;
    const call = { endpoint: config.chatEndpoint, userId: user.id, accountId, messages, signal };
    const summary = model && !isGuide(model) ? await requestSummary({ ...call, modelId: model.id }) : "";
    if (!signal.aborted) onSummary(summary);
  });
  // A closed dialog stays mounted while it fades out.
  const isRunning = isOpen && models.status !== "loading";
  useEffect(() => {
    if (!isRunning) return;
    const controller = new AbortController();
    void start(controller.signal);
    return () => controller.abort();
  }, [isRunning]);
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title={t`Share for Quality Improvement`}
      fitsContent
      submitLabel={t`Write it myself`}
      onSubmit={() => onSummary("")}
    >
      <p role="status" className={classes.progress}>
        <Loader size="xs" aria-hidden />
        {t`Creating Summary...`}
      </p>
    </Modal>
  );
}

import { type ConvertFormat, limits, listExportTemplates } from "@lectern/contract";
import { Button } from "@mantine/core";
import { IconAlertTriangle, IconDownload, IconFileTypeDocx, IconFileTypePpt } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { DialogParams, DialogProps } from "../../../entities/shell/dialogs.ts";
import { call } from "../../../lib/call.ts";
import { Modal } from "../../../ui/modal/Modal.tsx";
import { RequestId } from "../../../ui/RequestId.tsx";
import { ConversationPicker } from "../ConversationPicker.tsx";
import { Progress } from "../Progress.tsx";
import { useConversationSource } from "../useConversationSource.ts";
import { type DownloadChoices, defaultChoices } from "./buildConvertRequest.ts";
import { DownloadChoicesForm } from "./DownloadChoicesForm.tsx";
import { DownloadDataLoader } from "./DownloadDataLoader.tsx";
import classes from "./DownloadDialog.module.css";
import { type DownloadState, useDownload } from "./useDownload.ts";

type DownloadDialogProps = DialogProps & DialogParams["download"];

const templatesQuery = {
  queryKey: ["exportTemplates"],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(listExportTemplates, {}, { signal }),
};

/** Creates a Word or PowerPoint document from conversations. If that fails, the person's choices are preserved. */
export function DownloadDialog({ isOpen, conversationId, onClose }: DownloadDialogProps) {
  const source = useConversationSource();
  const templates = useQuery(templatesQuery);
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(
    () => new Set(conversationId === null ? [] : [conversationId]),
  );
  const [choices, setChoices] = useState<DownloadChoices>(defaultChoices);
  const download = useDownload(source);
  const { state } = download;
  const { conversations } = source;
  // Ignore chosen conversations that were deleted in the meantime.
  const selectedConversations = conversations?.filter(({ id }) => chosenIds.has(id)) ?? [];
  const hasTooMany = selectedConversations.length > limits.conversationsPerDocument;
  const isChoosing = state.step === "choosing";
  const isAvailable = templates.data !== undefined && templates.data.unavailable === null;
  const showsForm = isAvailable && isChoosing && !source.failed;
  const templatesFailure = templates.error && { error: templates.error, retry: () => void templates.refetch() };
  return (
    <Modal
      isOpen={isOpen}
      title="Download conversations"
      fitsContent={!showsForm}
      onClose={state.step === "reading" || state.step === "preparing" ? download.cancel : onClose}
      cancelLabel={state.step === "ready" ? "Done" : isChoosing ? (showsForm ? "Cancel" : "Close") : "Cancel"}
      {...(showsForm
        ? {
            submitLabel: "Download",
            canSubmit: selectedConversations.length > 0 && !hasTooMany,
            onSubmit: () => download.start(selectedConversations, choices),
          }
        : {})}
    >
      {!isChoosing ? (
        <DownloadProgress state={state} format={choices.format} onKeepWaiting={download.keepWaiting} />
      ) : (
        <DownloadDataLoader source={source} templates={{ data: templates.data, failed: templatesFailure }}>
          {(conversations, loadedTemplates) => (
            <div className={classes.form}>
              {state.problem && (
                <div className={classes.problem} role="alert">
                  <IconAlertTriangle size={18} stroke={1.6} aria-hidden />
                  <div>
                    {state.problem.text}
                    {state.problem.requestId && <RequestId id={state.problem.requestId} />}
                  </div>
                </div>
              )}
              <ConversationPicker
                conversations={conversations}
                chosenIds={new Set(selectedConversations.map(({ id }) => id))}
                onChange={setChosenIds}
              />
              {hasTooMany && (
                <p className={classes.note} role="status">
                  A document can contain at most {limits.conversationsPerDocument} conversations.
                </p>
              )}
              <DownloadChoicesForm choices={choices} templates={loadedTemplates} onChange={setChoices} />
            </div>
          )}
        </DownloadDataLoader>
      )}
    </Modal>
  );
}

interface DownloadProgressProps {
  state: Exclude<DownloadState, { step: "choosing" }>;
  format: ConvertFormat;
  onKeepWaiting: (url: string) => void;
}

/** Shows the steps from the submitted form to the download link. */
function DownloadProgress({ state, format, onKeepWaiting }: DownloadProgressProps) {
  switch (state.step) {
    case "reading":
    case "preparing":
      return (
        <Progress
          label="Preparing download"
          note={
            state.step === "reading" && state.total > 1 ? `Reading ${state.done} of ${state.total} conversations` : null
          }
          fraction={state.step === "reading" && state.total > 1 ? state.done / state.total : null}
        />
      );
    case "slow":
      return (
        <div className={classes.ready} role="status">
          <p className={classes.line}>The document is not ready yet. Large documents take a while.</p>
          <Button variant="default" onClick={() => onKeepWaiting(state.url)}>
            Keep waiting
          </Button>
        </div>
      );
    case "ready": {
      const Icon = format === "pptx" ? IconFileTypePpt : IconFileTypeDocx;
      return (
        <div className={classes.ready}>
          <Icon size={40} stroke={1.2} aria-hidden />
          <p className={classes.line} role="status">
            Your document is ready. The link expires in one day.
          </p>
          <Button
            component="a"
            href={state.url}
            download
            rel="noreferrer"
            leftSection={<IconDownload size={16} aria-hidden />}
            data-autofocus
          >
            Click to Download
          </Button>
        </div>
      );
    }
    default:
      return state satisfies never;
  }
}

import { type ConvertFormat, limits, listExportTemplates } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import type { DialogParams, DialogProps } from "../../../entities/shell/dialogs.ts";
import { call } from "../../../lib/call.ts";
import { Disclosure } from "../../../ui/disclosure/Disclosure.tsx";
import { Modal } from "../../../ui/modal/Modal.tsx";
import { ConversationPicker } from "../ConversationPicker.tsx";
import { useConversationSource } from "../useConversationSource.ts";
import { ChosenConversation } from "./ChosenConversation.tsx";
import { DownloadDataLoader } from "./DownloadDataLoader.tsx";
import classes from "./DownloadDialog.module.css";
import { DownloadOptionsForm } from "./DownloadOptionsForm.tsx";
import { DownloadProblem } from "./DownloadProblem.tsx";
import { DownloadProgress } from "./DownloadProgress.tsx";
import { defaultOptions, toChoices } from "./downloadOptions.ts";
import { FormatButtons } from "./FormatButtons.tsx";
import { findFormats } from "./findFormats.ts";
import { IncludeField } from "./IncludeField.tsx";
import { useDownload } from "./useDownload.ts";

type DownloadDialogProps = DialogProps & DialogParams["download"];

const templatesQuery = {
  queryKey: ["exportTemplates"],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(listExportTemplates, {}, { signal }),
  // Administrators may have uploaded a template since the dialog was last open.
  staleTime: 0,
};

/**
 * Creates a Word or PowerPoint document from conversations: from the given one, unless the person chooses others. If that
 * fails, the person's choices are preserved.
 */
export function DownloadDialog({ isOpen, conversationId, onClose }: DownloadDialogProps) {
  const source = useConversationSource();
  const templates = useQuery(templatesQuery);
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(
    () => new Set(conversationId === null ? [] : [conversationId]),
  );
  const [isPicking, setIsPicking] = useState(conversationId === null);
  const [showsOptions, setShowsOptions] = useState(false);
  const [options, setOptions] = useState(defaultOptions);
  const [format, setFormat] = useState<ConvertFormat | null>(conversationId === null ? null : "docx");
  const download = useDownload(source);
  const { state } = download;
  const { conversations } = source;
  // Memoized, because the picker searches another list anew.
  const orderedConversations = useMemo(
    () => putFirst(conversations ?? [], conversationId),
    [conversations, conversationId],
  );
  // Ignore chosen conversations that were deleted in the meantime.
  const selectedConversations = conversations?.filter(({ id }) => chosenIds.has(id)) ?? [];
  // If it was deleted in the meantime, another one must be chosen.
  const onlyConversation = isPicking ? undefined : selectedConversations[0];
  const hasTooMany = selectedConversations.length > limits.conversationsPerDocument;
  const isChoosing = state.step === "choosing";
  const isAvailable = templates.data !== undefined && templates.data.unavailable === null;
  const showsForm = isAvailable && isChoosing && conversations !== null && !source.failed;
  const templatesFailure = templates.error && { error: templates.error, retry: () => void templates.refetch() };
  const pick = () => {
    setIsPicking(true);
    // The search field gets the focus, in place of the pressed button.
    setFormat(null);
  };
  const start = (chosenFormat: ConvertFormat) => {
    setFormat(chosenFormat);
    download.start(selectedConversations, toChoices(options, chosenFormat));
  };
  return (
    <Modal
      isOpen={isOpen}
      title={t`Download as a document`}
      fitsContent
      onClose={state.step === "reading" || state.step === "preparing" ? download.cancel : onClose}
      cancelLabel={state.step === "ready" ? t`Done` : isChoosing && !showsForm ? t`Close` : t`Cancel`}
      actions={
        state.step === "slow" ? (
          <Button onClick={() => download.keepWaiting(state.url)}>{t`Keep waiting`}</Button>
        ) : (
          showsForm && (
            <FormatButtons
              formats={findFormats(templates.data.templates)}
              isDisabled={selectedConversations.length === 0 || hasTooMany}
              focusedFormat={format}
              onDownload={start}
            />
          )
        )
      }
    >
      {!isChoosing ? (
        <FocusedRegion key={state.step}>
          <DownloadProgress state={state} format={format ?? "docx"} />
        </FocusedRegion>
      ) : (
        <DownloadDataLoader source={source} templates={{ data: templates.data, failed: templatesFailure }}>
          {(_, loadedTemplates) => (
            <div className={classes.form}>
              {state.problem && <DownloadProblem problem={state.problem} />}
              {onlyConversation ? (
                <ChosenConversation conversation={onlyConversation} onChooseOthers={pick} />
              ) : (
                <ConversationPicker
                  conversations={orderedConversations}
                  hasFocus={format === null}
                  chosenIds={new Set(selectedConversations.map(({ id }) => id))}
                  onChange={setChosenIds}
                />
              )}
              {hasTooMany && (
                <p className={classes.limit} role="status">
                  {plural(limits.conversationsPerDocument, {
                    one: "A document can contain at most # chat. Deselect some.",
                    other: "A document can contain at most # chats. Deselect some.",
                  })}
                </p>
              )}
              <IncludeField include={options.include} onChange={(include) => setOptions({ ...options, include })} />
              <Disclosure label={t`Options`} isOpen={showsOptions} onToggle={setShowsOptions}>
                <DownloadOptionsForm
                  options={options}
                  formats={findFormats(loadedTemplates)}
                  templates={loadedTemplates}
                  onChange={setOptions}
                />
              </Disclosure>
            </div>
          )}
        </DownloadDataLoader>
      )}
    </Modal>
  );
}

/** Puts the conversation for which the dialog was opened first, because the list shows only a few. */
function putFirst<Item extends { id: string }>(items: readonly Item[], id: string | null): readonly Item[] {
  const item = items.find((other) => other.id === id);
  return item ? [item, ...items.filter((other) => other !== item)] : items;
}

/** Content that replaces what had the focus. It receives the focus, so that the keyboard stays where the person is. */
function FocusedRegion({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <div ref={ref} tabIndex={-1} className={classes.region}>
      {children}
    </div>
  );
}

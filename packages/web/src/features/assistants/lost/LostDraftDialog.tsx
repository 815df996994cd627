import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useState } from "react";
import type { DialogProps } from "../../../entities/shell/dialogs.ts";
import { formatList } from "../../../lib/i18n/formats.ts";
import { LoadingOverlay } from "../../../ui/LoadingOverlay.tsx";
import { ConfirmDialog } from "../../../ui/modal/ConfirmDialog.tsx";
import { Modal } from "../../../ui/modal/Modal.tsx";
import { useNoticeTopic } from "../../../ui/notices/useNoticeTopic.ts";
import { DocumentFields } from "../editor/fields/DocumentFields.tsx";
import { useSaveElsewhere } from "../editor/useSaveElsewhere.ts";
import { ContentView } from "../editor/versions/ContentView.tsx";
import classes from "./Lost.module.css";
import { useLostDraft } from "./useLostDraft.ts";

/** Shows a draft that can no longer be saved where it belongs, and offers to save it as an assistant of the person. */
export function LostDraftDialog({ isOpen, onClose, draftKey }: DialogProps & { draftKey: string }) {
  useNoticeTopic("assistant", isOpen);
  const { content, documents, unreadyTypes, ...saving } = useLostDraft(draftKey);
  const { leftOut, saveAsOwn, isCopied, copyAll } = useSaveElsewhere(content, saving);
  const [isDeleting, setIsDeleting] = useState(false);
  const names = formatList(leftOut);
  return (
    <>
      <Modal
        isOpen={isOpen}
        title={content.name}
        onClose={() => !saving.isSaving && onClose()}
        onSubmit={saveAsOwn}
        submitLabel={t`Save as your own assistant`}
        cancelLabel={t`Close`}
        isSubmitting={saving.isSaving}
        actions={
          <>
            <Button variant="default" onClick={() => setIsDeleting(true)}>
              {t`Delete draft`}
            </Button>
            <Button variant="default" onClick={copyAll}>
              {isCopied ? t`Copied` : t`Copy everything`}
            </Button>
          </>
        }
      >
        <div className={classes.root}>
          <div className={classes.notice}>
            <p>
              {t`You haven’t saved these changes. The assistant or its group was deleted, or you can no longer edit it.`}
            </p>
            {leftOut.length > 0 && (
              <p role="status">
                {t`These documents will be left out of your own assistant because you can no longer open them: ${names}`}
              </p>
            )}
          </div>
          {/* What cannot be read can be removed. */}
          {unreadyTypes.map((type) => (
            <DocumentFields key={type} documents={documents} type={type} sources={[]} onChange={() => {}} />
          ))}
          <ContentView content={content} />
        </div>
      </Modal>
      {saving.isSaving && <LoadingOverlay message={saving.savingText} isBlocking />}
      <ConfirmDialog
        isOpen={isDeleting}
        title={t`Delete draft`}
        message={t`Your changes will be lost.`}
        confirmLabel={t`Delete draft`}
        isDestructive
        onConfirm={() => {
          setIsDeleting(false);
          saving.discard();
          onClose();
        }}
        onCancel={() => setIsDeleting(false)}
      />
    </>
  );
}

import { t } from "@lingui/core/macro";
import { Button, VisuallyHidden } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useStore } from "zustand";
import { refreshFiles } from "../../../entities/files/fileCache.ts";
import { getUploads } from "../../../entities/files/upload/getUploads.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { AttachmentChip } from "../attach/AttachmentChip.tsx";
import { chooseFiles } from "../attach/chooseFiles.ts";
import { DropOverlay } from "../attach/DropOverlay.tsx";
import { RefusedFiles } from "../attach/RefusedFiles.tsx";
import { useDroppedFiles } from "../attach/useDroppedFiles.ts";
import classes from "./UploadButton.module.css";

/** Uploads of this page belong to a draft with this key, which is never sent as a message. */
const draftKey = "your-files";
const noAttachments: readonly never[] = [];

/**
 * Uploads files without attaching them to a message. Shows each file below the button until it is uploaded, and then
 * reloads the list.
 */
export function UploadButton() {
  const { user, config } = useWorkspace();
  const cache = useQueryClient();
  const uploads = getUploads(user.id);
  const attachments = useStore(uploads, ({ byDraft }) => byDraft[draftKey] ?? noAttachments);
  useEffect(() => uploads.markShown(draftKey), [uploads]);
  useEffect(() => {
    const uploadedAttachments = attachments.filter(({ isUploaded }) => isUploaded);
    if (uploadedAttachments.length === 0) return;
    for (const { id } of uploadedAttachments) uploads.dismiss(id);
    void refreshFiles(cache);
  }, [attachments, uploads, cache]);
  const rules = { acceptsImages: true, maxBytes: config.uploadMaxBytes, allowedExtensions: config.uploadExtensions };
  const add = (files: readonly File[]) => uploads.addFiles(draftKey, files, rules);
  useDroppedFiles({ isAllowed: true, onDrop: add });
  const announcement = useStore(uploads, (state) => state.announcement);
  const pendingAttachments = attachments.filter(({ isUploaded }) => !isUploaded);
  return (
    <div className={classes.upload}>
      <Button
        size="sm"
        leftSection={<IconUpload size={16} stroke={1.8} aria-hidden />}
        onClick={() => void chooseFiles(config.uploadExtensions).then(add)}
      >
        {t`Upload files`}
      </Button>
      <DropOverlay text={t`Drop files to upload`} />
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <RefusedFiles draftKey={draftKey} />
      {pendingAttachments.length > 0 && (
        <ul className={classes.shelf} aria-label={t`Files being uploaded`}>
          {pendingAttachments.map((attachment) => (
            <AttachmentChip
              key={attachment.id}
              attachment={attachment}
              onRemove={() => uploads.remove(attachment.id)}
              onRetry={() => uploads.retry(attachment.id)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

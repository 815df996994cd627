import { Button, VisuallyHidden } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useStore } from "zustand";
import { refreshFiles } from "../../../entities/files/fileCache.ts";
import { uploadsOf } from "../../../entities/files/upload/uploadsOf.ts";
import { AttachmentChip } from "../attach/AttachmentChip.tsx";
import { chooseFiles } from "../attach/chooseFiles.ts";
import { DropOverlay } from "../attach/DropOverlay.tsx";
import { useDroppedFiles } from "../attach/useDroppedFiles.ts";
import classes from "./UploadButton.module.css";

/** No draft of a conversation: what is uploaded here goes with no message. */
const draftKey = "your-files";
const none: readonly never[] = [];

/** Uploads files that go with no message. While their bytes are under way they are shown beside it, then in the list. */
export function UploadButton({ userId, maxBytes }: { userId: string; maxBytes: number }) {
  const client = useQueryClient();
  const uploads = uploadsOf(userId);
  const all = useStore(uploads, ({ byDraft }) => byDraft[draftKey] ?? none);
  useEffect(() => {
    const arrived = all.filter(({ isSent }) => isSent);
    if (arrived.length === 0) return;
    for (const { id } of arrived) uploads.letGo(id);
    void refreshFiles(client);
  }, [all, uploads, client]);
  const add = (files: readonly File[]) => uploads.addFiles(draftKey, files, { acceptsImages: true, maxBytes });
  useDroppedFiles({ isAllowed: true, onDrop: add });
  const announcement = useStore(uploads, (state) => state.announcement);
  const shown = all.filter(({ isSent }) => !isSent);
  return (
    <div className={classes.upload}>
      <Button
        size="sm"
        leftSection={<IconUpload size={16} stroke={1.8} aria-hidden />}
        onClick={() => void chooseFiles().then(add)}
      >
        Upload files
      </Button>
      <DropOverlay text="Drop files to upload" />
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      {shown.length > 0 && (
        <ul className={classes.shelf} aria-label="Files being uploaded">
          {shown.map((attachment) => (
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

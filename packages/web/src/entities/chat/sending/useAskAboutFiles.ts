import type { FileRecord } from "@lectern/contract";
import { createRecordAttachment } from "../../files/upload/attachment.ts";
import { attachWhenLoaded, loadUploads } from "../../files/upload/draftDocuments.ts";
import { useFlag } from "../../flags/useFlag.ts";
import { useWorkspace } from "../../shell/workspace.ts";
import { newDraftKey } from "./draftTexts.ts";

/**
 * Returns the function that opens a new conversation with uploaded files attached to its first message, after any that
 * its draft already has. Null if the person may not attach uploaded files, or if no other conversation can be opened
 * now.
 */
export function useAskAboutFiles(): ((files: readonly FileRecord[]) => void) | null {
  const { user, blockedReason, startConversation } = useWorkspace();
  const canUpload = useFlag("uploadDocuments");
  const canPick = useFlag("dataSourceSelectorOnInput");
  if (!canUpload || !canPick || blockedReason !== null) return null;
  return (files) =>
    void attachWhenLoaded(loadUploads, ({ getUploads }) => {
      const uploads = getUploads(user.id);
      // The stored documents of a draft that no field has shown yet would be replaced.
      uploads.restore(newDraftKey, new Set());
      uploads.addAttachments(newDraftKey, files.map(createRecordAttachment));
      startConversation();
    });
}

import type { ArtifactContent } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useState } from "react";
import { checkFile } from "../../../entities/files/upload/checkFile.ts";
import { getUploads } from "../../../entities/files/upload/getUploads.ts";
import { openPage } from "../../../entities/shell/routes.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { notifyNextSteps, notifyRefusal } from "../../../ui/notices/notify.tsx";
import { toArtifactFile } from "./artifactFile.ts";

/** The uploads belong to a draft with this key, which is never sent as a message. */
const draftKey = "artifacts";

/** Uploads an artifact to the person's files. Shows when it is there; the uploads themselves show what failed. */
export function useUploadToFiles() {
  const { user, config } = useWorkspace();
  const [isUploading, setIsUploading] = useState(false);
  const rules = { acceptsImages: true, maxBytes: config.uploadMaxBytes, allowedExtensions: config.uploadExtensions };
  const upload = (content: ArtifactContent) => {
    const file = toArtifactFile(content);
    // A place may allow only some kinds of files. As text, every artifact is readable.
    const isAllowed = checkFile(file, rules) === null;
    const sentFile = isAllowed ? file : new File([file], `${file.name}.txt`, { type: "text/plain" });
    const problem = checkFile(sentFile, rules);
    if (problem !== null) {
      notifyRefusal(problem);
      return;
    }
    const uploads = getUploads(user.id);
    const knownIds = new Set((uploads.getState().byDraft[draftKey] ?? []).map(({ id }) => id));
    setIsUploading(true);
    uploads.addFiles(draftKey, [sentFile], rules);
    const id = uploads.getState().byDraft[draftKey]?.find((attachment) => !knownIds.has(attachment.id))?.id;
    const watch = () => {
      const attachment = uploads.getState().byDraft[draftKey]?.find((each) => each.id === id);
      if (attachment && !attachment.isUploaded && attachment.state !== "failed") return;
      stopWatching();
      setIsUploading(false);
      if (!attachment) return;
      const { name, isUploaded } = attachment;
      uploads.dismiss(attachment.id);
      if (isUploaded) {
        const openFiles = { label: t`Open your files`, run: () => openPage("files") };
        notifyNextSteps("artifactUpload", t`${name} is in your files.`, [openFiles]);
      }
    };
    const stopWatching = uploads.subscribe(watch);
    watch();
  };
  return { isUploading, upload };
}

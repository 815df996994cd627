import type { ArtifactContent } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import {
  IconCheck,
  IconCopy,
  IconDeviceFloppy,
  IconDownload,
  IconFileUpload,
  IconMail,
  IconShare,
} from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useFlag } from "../../../entities/flags/useFlag.ts";
import { useClipboard } from "../../../ui/useClipboard.ts";
import { downloadArtifact } from "../actions/downloadArtifact.ts";
import { sendByEmail } from "../actions/sendByEmail.ts";
import { useSavedArtifactActions } from "../actions/useSavedArtifactActions.ts";
import { useUploadToFiles } from "../actions/useUploadToFiles.ts";
import { SendArtifactDialog } from "../share/SendArtifactDialog.tsx";
import type { Tool } from "./Toolbar.tsx";

export type ContentTools = Record<"save" | "upload" | "copy" | "download" | "email" | "share", Tool>;

/** The tools that need nothing but the contents of a version, and the dialog that one of them opens. */
export function useContentTools(content: ArtifactContent): { tools: ContentTools; dialog: ReactNode } {
  const saved = useSavedArtifactActions();
  const uploading = useUploadToFiles();
  const canUpload = useFlag("uploadDocuments");
  const clipboard = useClipboard();
  const [isSharing, setIsSharing] = useState(false);
  const { isCopied } = clipboard;
  const busyReason = (isBusy: boolean) => (isBusy ? t`Please wait.` : null);
  return {
    tools: {
      save: {
        id: "save",
        name: t`Save`,
        Icon: IconDeviceFloppy,
        blockedReason: busyReason(saved.isBusy),
        run: () => void saved.save(content),
      },
      upload: {
        id: "upload",
        name: t`Upload to your files`,
        Icon: IconFileUpload,
        blockedReason: canUpload ? busyReason(uploading.isUploading) : t`You can’t upload files here.`,
        run: () => uploading.upload(content),
      },
      copy: {
        id: "copy",
        name: isCopied ? t`Copied` : t`Copy`,
        Icon: isCopied ? IconCheck : IconCopy,
        run: () => clipboard.copy(content.contents),
      },
      download: { id: "download", name: t`Download`, Icon: IconDownload, run: () => downloadArtifact(content) },
      email: { id: "email", name: t`Email`, Icon: IconMail, run: () => sendByEmail(content) },
      share: {
        id: "share",
        name: t({ message: "Share", context: "verb" }),
        Icon: IconShare,
        run: () => setIsSharing(true),
      },
    },
    dialog: <SendArtifactDialog isOpen={isSharing} onClose={() => setIsSharing(false)} load={async () => content} />,
  };
}

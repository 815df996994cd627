import { t } from "@lingui/core/macro";
import { IconDownload } from "@tabler/icons-react";
import type { DocumentPassage } from "../../../../entities/citations/viewerStore.ts";
import { downloadOriginal } from "../../../../entities/files/downloadOriginal.ts";
import { useSession } from "../../../../entities/session/session.ts";
import { IconButton } from "../../../../ui/IconButton.tsx";
import { canDownloadSource } from "../../canDownloadSource.ts";
import { useLoadedFile } from "../useDocumentFile.ts";

/** Downloads the file of the open passage. Shown only to people who may download it, unless it was deleted. */
export function DownloadButton({ passage }: { passage: DocumentPassage }) {
  const session = useSession();
  const { key, name } = passage;
  const isMissing = useLoadedFile(passage) === null;
  if (key === null || isMissing || session.status !== "signedIn" || !canDownloadSource(passage, session.user.id))
    return null;
  return (
    <IconButton name={t`Download the original`} onClick={() => void downloadOriginal(key, name)}>
      <IconDownload size={18} stroke={1.6} />
    </IconButton>
  );
}

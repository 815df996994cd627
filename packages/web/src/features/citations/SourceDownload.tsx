import type { CitedPassage } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { IconDownload } from "@tabler/icons-react";
import { downloadOriginal } from "../../entities/files/downloadOriginal.ts";
import { useSession } from "../../entities/session/session.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { canDownloadSource } from "./canDownloadSource.ts";

/** A button that downloads the document of a source, if the person may download it. */
export function SourceDownload({ passage }: { passage: CitedPassage }) {
  const { name, key } = passage;
  const session = useSession();
  const userId = session.status === "signedIn" ? session.user.id : "";
  if (key === null || !canDownloadSource(passage, userId)) return null;
  return (
    <IconButton name={t`Download ${name}`} onClick={() => void downloadOriginal(key, name)}>
      <IconDownload size={16} stroke={1.6} />
    </IconButton>
  );
}

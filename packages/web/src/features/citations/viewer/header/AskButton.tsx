import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconMessagePlus } from "@tabler/icons-react";
import { useAskAboutFiles } from "../../../../entities/chat/sending/useAskAboutFiles.ts";
import type { DocumentPassage } from "../../../../entities/citations/viewerStore.ts";
import { isAttachable } from "../../../../entities/files/upload/attachment.ts";
import { useRoute } from "../../../../entities/shell/routes.ts";
import { useIsNarrow } from "../../../../lib/device.ts";
import { IconButton } from "../../../../ui/IconButton.tsx";
import classes from "../DocumentViewer.module.css";
import { useLoadedFile } from "../useDocumentFile.ts";

/** Starts a chat with the open file. Shown on the files page only, because a chat has its own message field. */
export function AskButton({ passage }: { passage: DocumentPassage }) {
  const { page } = useRoute();
  const file = useLoadedFile(passage);
  const ask = useAskAboutFiles();
  const isNarrow = useIsNarrow();
  if (page !== "files" || !file || !isAttachable(file) || !ask) return null;
  // The title needs the room of the words.
  if (isNarrow) {
    return (
      <IconButton name={t`Ask about this file`} onClick={() => ask([file])}>
        <IconMessagePlus size={18} stroke={1.6} />
      </IconButton>
    );
  }
  return (
    <Button
      className={classes.ask}
      size="compact-sm"
      variant="default"
      leftSection={<IconMessagePlus size={16} stroke={1.6} aria-hidden />}
      onClick={() => ask([file])}
    >
      {t`Ask about this file`}
    </Button>
  );
}

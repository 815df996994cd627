import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconFileAlert, IconFileTime } from "@tabler/icons-react";
import type { DocumentPassage } from "../../../entities/citations/viewerStore.ts";
import { FailureReason } from "../../../entities/files/FailureReason.tsx";
import { fileMessages, translateFileText } from "../../../entities/files/fileMessages.ts";
import { formatNumber } from "../../../lib/i18n/formats.ts";
import { AssistantPassage } from "./AssistantPassage.tsx";
import { DocumentLoadError } from "./DocumentLoadError.tsx";
import { DocumentSkeleton } from "./DocumentSkeleton.tsx";
import { DocumentState } from "./DocumentState.tsx";
import { MissingDocument } from "./MissingDocument.tsx";
import { PassageText } from "./PassageText.tsx";
import { ReadyDocument } from "./ReadyDocument.tsx";
import { useDocumentFile } from "./useDocumentFile.ts";

/** Shows the document of a passage in any of its states, or only the quote if the passage has no document. */
export function DocumentBody({ passage }: { passage: DocumentPassage }) {
  const { key, name, quote, headings = "", citation } = passage;
  if (key !== null) return <FileBody fileKey={key} passage={passage} />;
  if (citation !== undefined) return <AssistantPassage citation={citation} passage={passage} />;
  return <PassageText name={name} headings={headings} content={quote ?? ""} keySentence={null} />;
}

function FileBody({ fileKey, passage }: { fileKey: string; passage: DocumentPassage }) {
  const document = useDocumentFile(fileKey, passage.assistantId);
  switch (document.status) {
    case "loading":
      return <DocumentSkeleton />;
    case "missing":
      return <MissingDocument passage={passage} />;
    case "error":
      return <DocumentLoadError error={document.error} passage={passage} onRetry={document.retry} />;
    case "processing": {
      const percent = formatNumber(document.file.progress / 100, { style: "percent" });
      return (
        <DocumentState
          icon={<IconFileTime size={28} stroke={1.5} aria-hidden />}
          line={document.file.state === "extracting" ? t`Reading… ${percent}` : t`Waiting to be read`}
        >
          <p>{t`The document will appear here when it is ready.`}</p>
        </DocumentState>
      );
    }
    case "failed": {
      const reason =
        document.file.reason === null ? fileMessages.unreadable() : translateFileText(document.file.reason);
      return (
        <DocumentState
          icon={<IconFileAlert size={28} stroke={1.5} aria-hidden />}
          line={<FailureReason reason={reason} />}
        >
          {document.file.canRetry && (
            <Button loading={document.isRetrying} onClick={document.retry}>
              {t`Try again`}
            </Button>
          )}
        </DocumentState>
      );
    }
    case "ready":
      return <ReadyDocument file={document.file} passage={passage} />;
    default:
      return document satisfies never;
  }
}

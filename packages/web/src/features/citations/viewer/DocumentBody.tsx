import { fileTexts } from "@lectern/contract";
import { Button } from "@mantine/core";
import { IconFileAlert, IconFileOff, IconFileTime } from "@tabler/icons-react";
import type { DocumentPassage } from "../../../entities/citations/viewerStore.ts";
import classes from "./DocumentBody.module.css";
import { DocumentLoadError } from "./DocumentLoadError.tsx";
import { DocumentSkeleton } from "./DocumentSkeleton.tsx";
import { DocumentState } from "./DocumentState.tsx";
import { ReadyDocument } from "./ReadyDocument.tsx";
import { useDocumentFile } from "./useDocumentFile.ts";

/** Shows the document of a passage in any of its states, or only the quote if the passage has no document. */
export function DocumentBody({ passage }: { passage: DocumentPassage }) {
  const { key, quote } = passage;
  if (key !== null) return <FileBody fileKey={key} passage={passage} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
    <section className={classes.text} aria-label={`Text of ${passage.name}`} tabIndex={0}>
      {quote}
    </section>
  );
}

function FileBody({ fileKey, passage }: { fileKey: string; passage: DocumentPassage }) {
  const document = useDocumentFile(fileKey);
  switch (document.status) {
    case "loading":
      return <DocumentSkeleton />;
    case "missing":
      return (
        <DocumentState icon={<IconFileOff size={28} stroke={1.5} aria-hidden />} line={fileTexts.documentMissing}>
          <p>It may have been deleted. The quotes in the answer are still available.</p>
        </DocumentState>
      );
    case "error":
      return <DocumentLoadError error={document.error} onRetry={document.retry} />;
    case "processing":
      return (
        <DocumentState
          icon={<IconFileTime size={28} stroke={1.5} aria-hidden />}
          line="This document is still being processed."
        >
          <p>
            {document.file.state === "extracting" ? `${document.file.progress} % of its text is extracted.` : null} It
            will be shown here as soon as it is ready.
          </p>
        </DocumentState>
      );
    case "failed":
      return (
        <DocumentState
          icon={<IconFileAlert size={28} stroke={1.5} aria-hidden />}
          line={document.file.reason ?? "The text of this document could not be extracted."}
        >
          {document.file.canRetry && (
            <Button loading={document.isRetrying} onClick={document.retry}>
              Try again
            </Button>
          )}
        </DocumentState>
      );
    case "ready":
      return <ReadyDocument file={document.file} passage={passage} />;
    default:
      return document satisfies never;
  }
}

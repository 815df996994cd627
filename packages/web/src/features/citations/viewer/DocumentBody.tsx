import { fileTexts } from "@lectern/contract";
import { Button } from "@mantine/core";
import { IconFileAlert, IconFileOff, IconFileTime } from "@tabler/icons-react";
import type { DocumentPassage } from "../../../entities/citations/viewerStore.ts";
import classes from "./DocumentBody.module.css";
import { DocumentImage } from "./DocumentImage.tsx";
import { DocumentSkeleton } from "./DocumentSkeleton.tsx";
import { DocumentState } from "./DocumentState.tsx";
import { DocumentText } from "./DocumentText.tsx";
import { ReadFailed } from "./ReadFailed.tsx";
import { useDocumentFile } from "./useDocumentFile.ts";

/** What the viewer shows of a document, in whatever state it is. */
export function DocumentBody({ passage }: { passage: DocumentPassage }) {
  const { key, quote } = passage;
  if (key !== null) return <FileBody fileKey={key} passage={passage} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
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
    case "gone":
      return (
        <DocumentState icon={<IconFileOff size={28} stroke={1.5} aria-hidden />} line={fileTexts.documentMissing}>
          <p>It may have been deleted. What the answer quotes from it is kept with the answer.</p>
        </DocumentState>
      );
    case "error":
      return <ReadFailed error={document.error} onRetry={document.retry} />;
    case "preparing":
      return (
        <DocumentState
          icon={<IconFileTime size={28} stroke={1.5} aria-hidden />}
          line="This document is still being prepared."
        >
          <p>
            {document.file.state === "extracting" ? `${document.file.progress} % of its text has been taken.` : null} It
            will be shown here as soon as it is ready.
          </p>
        </DocumentState>
      );
    case "failed":
      return (
        <DocumentState
          icon={<IconFileAlert size={28} stroke={1.5} aria-hidden />}
          line={document.file.reason ?? "The text of this document could not be taken."}
        >
          {document.file.canRetry && (
            <Button loading={document.isRetrying} onClick={document.retry}>
              Try again
            </Button>
          )}
        </DocumentState>
      );
    case "ready":
      return (
        <>
          {document.file.isImage && <DocumentImage file={document.file} />}
          {(document.file.totalItems ?? 0) > 0 ? (
            <DocumentText file={document.file} passage={passage} />
          ) : (
            !document.file.isImage && <DocumentState line="There is no text in this document." />
          )}
        </>
      );
    default:
      return document satisfies never;
  }
}

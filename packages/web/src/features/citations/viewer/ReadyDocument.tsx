import { type FileKind, type FileRecord, fileTypeOf } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Suspense } from "react";
import type { DocumentPassage } from "../../../entities/citations/viewerStore.ts";
import { useSession } from "../../../entities/session/session.ts";
import { lazy } from "../../../lib/preload/lazy.ts";
import { canDownloadSource } from "../canDownloadSource.ts";
import { DocumentImage } from "./DocumentImage.tsx";
import { DocumentSkeleton } from "./DocumentSkeleton.tsx";
import { DocumentState } from "./DocumentState.tsx";
import { DocumentText } from "./DocumentText.tsx";
import { ReadingNotes } from "./ReadingNotes.tsx";
import { useCurrentPassage } from "./useCurrentPassage.ts";

const SheetDocument = lazy(() =>
  import("../sheets/SheetDocument.tsx").then(({ SheetDocument }) => ({ default: SheetDocument })),
);
const PdfDocument = lazy(() => import("../pdf/PdfDocument.tsx").then(({ PdfDocument }) => ({ default: PdfDocument })));

interface ReadyDocumentProps {
  file: FileRecord;
  passage: DocumentPassage;
}

/**
 * A document that has been read: the pages of a PDF for people who may download the original, the tables of a
 * spreadsheet, else its text or picture.
 */
export function ReadyDocument({ file, passage }: ReadyDocumentProps) {
  const session = useSession();
  const currentPassage = useCurrentPassage(file, passage);
  const canChange =
    session.status === "signedIn" && !passage.assistantId && canDownloadSource(passage, session.user.id);
  return (
    <>
      <ReadingNotes file={file} canChange={canChange} />
      {currentPassage ? <Contents file={file} passage={currentPassage} /> : <DocumentSkeleton />}
    </>
  );
}

function Contents({ file, passage }: ReadyDocumentProps) {
  const session = useSession();
  const canSeeOriginal = session.status === "signedIn" && canDownloadSource(passage, session.user.id);
  if (session.status === "signedIn" && canSeeOriginal && file.type === "application/pdf") {
    return (
      <Suspense fallback={<DocumentSkeleton />}>
        <PdfDocument
          file={file}
          passage={passage}
          userId={session.user.id}
          text={<Text file={file} passage={passage} />}
        />
      </Suspense>
    );
  }
  if (isSheet(file) && hasText(file)) {
    return (
      <Suspense fallback={<DocumentSkeleton />}>
        <SheetDocument file={file} passage={passage} text={<Text file={file} passage={passage} />} />
      </Suspense>
    );
  }
  return (
    <>
      {file.isImage && <DocumentImage file={file} passage={passage} />}
      {(!file.isImage || hasText(file)) && <Text file={file} passage={passage} />}
    </>
  );
}

function Text({ file, passage }: ReadyDocumentProps) {
  if (!hasText(file)) return <DocumentState line={t`This document contains no text.`} />;
  return <DocumentText file={file} passage={passage} />;
}

const hasText = ({ totalItems }: FileRecord) => (totalItems ?? 0) > 0;

const sheetKinds: ReadonlySet<FileKind> = new Set(["sheet", "openSheet", "csv"]);

function isSheet({ name, type }: FileRecord): boolean {
  const kind = fileTypeOf(name, type)?.kind;
  return kind !== undefined && sheetKinds.has(kind);
}

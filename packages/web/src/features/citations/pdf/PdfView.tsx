import type { FileRecord } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import type { DocumentPassage } from "../../../entities/citations/viewerStore.ts";
import { CallError } from "../../../lib/callError.ts";
import { isOffline } from "../../../lib/network.ts";
import { DocumentLoadError } from "../viewer/DocumentLoadError.tsx";
import { DocumentState } from "../viewer/DocumentState.tsx";
import { PagesSkeleton } from "./PagesSkeleton.tsx";
import { PdfPages } from "./PdfPages.tsx";
import { usePdf } from "./usePdf.ts";

interface PdfViewProps {
  file: FileRecord;
  passage: DocumentPassage;
  zoom: number;
}

/** Shows the original of a PDF as it looks, in any of its states. */
export function PdfView({ file, passage, zoom }: PdfViewProps) {
  const state = usePdf(file);
  switch (state.status) {
    case "loading":
      return <PagesSkeleton />;
    case "failed":
      if (state.error instanceof CallError)
        return <DocumentLoadError error={state.error} passage={passage} onRetry={state.retry} />;
      return (
        <DocumentState line={isOffline() ? t`You are offline.` : t`The pages could not be loaded.`}>
          <p>{t`You can still read the text.`}</p>
          <Button onClick={state.retry}>{t`Try again`}</Button>
        </DocumentState>
      );
    case "ready":
      return <PdfPages pdf={state.pdf} name={file.name} passage={passage} zoom={zoom} />;
    default:
      return state satisfies never;
  }
}

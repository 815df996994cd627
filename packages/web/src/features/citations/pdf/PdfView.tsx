import type { FileRecord } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { CallError } from "../../../lib/callError.ts";
import { isOffline } from "../../../lib/network.ts";
import { DocumentLoadError } from "../viewer/DocumentLoadError.tsx";
import { DocumentState } from "../viewer/DocumentState.tsx";
import { PagesSkeleton } from "./PagesSkeleton.tsx";
import { PdfPages, type PdfPagesProps } from "./PdfPages.tsx";
import { usePdf } from "./usePdf.ts";

interface PdfViewProps extends Omit<PdfPagesProps, "pdf" | "name"> {
  file: FileRecord;
}

/** Shows the original of a PDF as it looks, in any of its states. */
export function PdfView({ file, ...props }: PdfViewProps) {
  const { passage } = props;
  const state = usePdf(file);
  switch (state.status) {
    case "loading":
      return <PagesSkeleton />;
    case "failed":
      if (state.error instanceof CallError)
        return <DocumentLoadError error={state.error} passage={passage} onRetry={state.retry} />;
      return (
        <DocumentState line={isOffline() ? t`You’re offline.` : t`Couldn’t load the pages.`}>
          <p>{t`You can still read the text.`}</p>
          <Button onClick={state.retry}>{t`Try again`}</Button>
        </DocumentState>
      );
    case "ready":
      return <PdfPages {...props} pdf={state.pdf} name={file.name} />;
    default:
      return state satisfies never;
  }
}

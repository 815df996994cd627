import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import type { DocumentPassage } from "../../../entities/citations/viewerStore.ts";
import { CallError } from "../../../lib/callError.ts";
import { ErrorView } from "../../../ui/ErrorView.tsx";
import { MissingDocument } from "./MissingDocument.tsx";

interface DocumentLoadErrorProps {
  error: Error;
  passage: DocumentPassage;
  onRetry: () => void;
}

/** Explains why the document could not be loaded. */
export function DocumentLoadError({ error, passage, onRetry }: DocumentLoadErrorProps) {
  const details = error instanceof CallError ? error : null;
  if (details?.status === 404) return <MissingDocument passage={passage} />;
  const isForbidden = details?.status === 403;
  return (
    <ErrorView
      title={isForbidden ? t`You don’t have access to this document` : t`Couldn’t load the document`}
      lines={[details?.reason ?? error.message]}
      requestId={details?.requestId}
      actions={!isForbidden && <Button onClick={onRetry}>{t`Try again`}</Button>}
    />
  );
}

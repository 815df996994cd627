import { fileTexts } from "@lectern/contract";
import { Button } from "@mantine/core";
import { CallError } from "../../../lib/callError.ts";
import { ErrorView } from "../../../ui/ErrorView.tsx";
import { DocumentState } from "./DocumentState.tsx";

/** Explains why the document could not be loaded. */
export function DocumentLoadError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const details = error instanceof CallError ? error : null;
  if (details?.status === 404) return <DocumentState line={fileTexts.documentMissing} />;
  const isForbidden = details?.status === 403;
  return (
    <ErrorView
      title={isForbidden ? "You do not have access to this document" : "The document could not be loaded"}
      lines={[details?.reason ?? error.message]}
      requestId={details?.requestId}
      actions={!isForbidden && <Button onClick={onRetry}>Try again</Button>}
    />
  );
}

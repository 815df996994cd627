import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { CallError } from "../../../lib/callError.ts";
import { ErrorView } from "../../../ui/ErrorView.tsx";

interface LoadFailedProps {
  /** The error message for the person. */
  line: string;
  error: Error;
  onRetry: () => void;
}

/** Shown in place of a conversation that could not be loaded. */
export function LoadFailed({ line, error, onRetry }: LoadFailedProps) {
  const details = error instanceof CallError ? error : null;
  return (
    <ErrorView
      title={t`Couldn’t load the chat`}
      lines={[line, details?.reason ?? error.message]}
      requestId={details?.requestId}
      actions={<Button onClick={onRetry}>{t`Try again`}</Button>}
    />
  );
}

import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { CallError } from "../../lib/callError.ts";
import { ErrorView } from "../../ui/ErrorView.tsx";

interface LoadFailedProps {
  title: string;
  error: Error;
  onRetry: () => void;
}

/** Shown in place of what could not be loaded. */
export function LoadFailed({ title, error, onRetry }: LoadFailedProps) {
  const { reason, requestId } = error instanceof CallError ? error : { reason: null, requestId: null };
  return (
    <ErrorView
      title={title}
      lines={[reason ?? error.message]}
      requestId={requestId}
      actions={<Button onClick={onRetry}>{t`Try again`}</Button>}
    />
  );
}

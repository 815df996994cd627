import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { CallError } from "../../lib/callError.ts";
import { ErrorView } from "../../ui/ErrorView.tsx";

/** Shown when the models could not be loaded. */
export function ModelsError({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const details = error instanceof CallError ? error : null;
  return (
    <ErrorView
      title={t`Failed to Retrieve Models`}
      lines={[t`There was a problem retrieving the available models, please contact our support team.`]}
      code={details?.code}
      requestId={details?.requestId}
      actions={<Button onClick={onRetry}>{t`Try again`}</Button>}
    />
  );
}

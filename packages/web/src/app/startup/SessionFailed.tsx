import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { CallError, NetworkError } from "../../lib/callError.ts";
import { ErrorView } from "../../ui/ErrorView.tsx";

/** Shown in place of the application if the session could not be loaded. */
export function SessionFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const details = error instanceof CallError ? error : null;
  return (
    <main style={{ height: "100dvh" }}>
      <ErrorView
        title={getTitle(error)}
        lines={[
          t`Your sign-in couldn’t be checked. Your drafts and the chats in this browser are safe.`,
          details?.reason ?? error.message,
        ]}
        requestId={details?.requestId}
        actions={<Button onClick={onRetry}>{t`Try again`}</Button>}
      />
    </main>
  );
}

function getTitle(error: Error): string {
  if (!(error instanceof NetworkError)) return t`The server reported an error`;
  return error.reason === null ? t`The server couldn’t be reached` : t`You’re offline`;
}

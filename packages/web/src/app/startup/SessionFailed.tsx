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
          "Your sign-in could not be checked. Nothing was lost: drafts and local conversations stay in this browser.",
          details?.reason ?? error.message,
        ]}
        requestId={details?.requestId}
        actions={<Button onClick={onRetry}>Try again</Button>}
      />
    </main>
  );
}

function getTitle(error: Error): string {
  if (!(error instanceof NetworkError)) return "The server reported an error";
  return error.reason === null ? "The server could not be reached" : "You are offline";
}

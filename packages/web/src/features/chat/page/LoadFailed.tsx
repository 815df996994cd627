import { Button } from "@mantine/core";
import { CallError } from "../../../lib/callError.ts";
import { ErrorView } from "../../../ui/ErrorView.tsx";

interface LoadFailedProps {
  /** What happened, for the person. */
  line: string;
  error: Error;
  onRetry: () => void;
}

/** Stands where a conversation would be that could not be had. */
export function LoadFailed({ line, error, onRetry }: LoadFailedProps) {
  const details = error instanceof CallError ? error : null;
  return (
    <ErrorView
      title="The conversation could not be loaded"
      lines={[line, details?.reason ?? error.message]}
      requestId={details?.requestId}
      actions={<Button onClick={onRetry}>Try again</Button>}
    />
  );
}

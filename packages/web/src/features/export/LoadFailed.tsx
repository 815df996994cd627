import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { CallError } from "../../lib/callError.ts";
import { RequestId } from "../../ui/RequestId.tsx";
import classes from "./LoadFailed.module.css";

interface LoadFailedProps {
  /** What could not be done, as a sentence. */
  line: string;
  error: Error;
  onRetry: () => void;
}

/** Stands in a dialog where something would be that could not be had. */
export function LoadFailed({ line, error, onRetry }: LoadFailedProps) {
  const details = error instanceof CallError ? error : null;
  return (
    <div className={classes.problem} role="alert">
      <IconAlertTriangle size={18} stroke={1.6} aria-hidden />
      <div>
        {line} {details?.reason ?? error.message}
        {details?.requestId && <RequestId id={details.requestId} />}
        <Button variant="default" size="xs" className={classes.retry} onClick={onRetry}>
          Try again
        </Button>
      </div>
    </div>
  );
}

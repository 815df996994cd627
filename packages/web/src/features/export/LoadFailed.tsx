import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { CallError } from "../../lib/callError.ts";
import { RequestId } from "../../ui/RequestId.tsx";
import classes from "./LoadFailed.module.css";

interface LoadFailedProps {
  /** A sentence that says what could not be loaded. */
  message: string;
  error: Error;
  onRetry: () => void;
}

/** Replaces the content of a dialog that could not be loaded. */
export function LoadFailed({ message, error, onRetry }: LoadFailedProps) {
  const details = error instanceof CallError ? error : null;
  return (
    <div className={classes.problem} role="alert">
      <IconAlertTriangle size={18} stroke={1.6} aria-hidden />
      <div>
        {message} {details?.reason ?? error.message}
        {details?.requestId && <RequestId id={details.requestId} />}
        <Button variant="default" size="xs" className={classes.retry} onClick={onRetry}>
          {t`Try again`}
        </Button>
      </div>
    </div>
  );
}

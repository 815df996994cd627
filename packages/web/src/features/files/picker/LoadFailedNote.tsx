import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { CallError } from "../../../lib/callError.ts";
import { RequestId } from "../../../ui/RequestId.tsx";
import classes from "./FilePicker.module.css";

interface LoadFailedNoteProps {
  text: string;
  error: Error;
  onRetry: () => void;
}

/** Replaces a list that could not be loaded. */
export function LoadFailedNote({ text, error, onRetry }: LoadFailedNoteProps) {
  const details = error instanceof CallError ? error : null;
  return (
    <div className={classes.empty} role="alert">
      <p className={classes.failed}>{text}</p>
      <p className={classes.reason}>{details?.reason ?? error.message}</p>
      {details?.requestId && <RequestId id={details.requestId} />}
      <Button variant="default" onClick={onRetry}>
        {t`Try again`}
      </Button>
    </div>
  );
}

import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { CallError } from "../lib/callError.ts";
import classes from "./LoadFailedBanner.module.css";
import { RequestId } from "./RequestId.tsx";

interface LoadFailedBannerProps {
  text: string;
  error: Error;
  onRetry: () => void;
}

/** Says that something could not be loaded, above what was loaded before. */
export function LoadFailedBanner({ text, error, onRetry }: LoadFailedBannerProps) {
  const details = error instanceof CallError ? error : null;
  return (
    <div role="alert" className={classes.banner}>
      <div className={classes.words}>
        <strong>{text}</strong>
        <p>{details?.reason ?? error.message}</p>
        {details?.requestId && <RequestId id={details.requestId} />}
      </div>
      <Button variant="default" size="xs" onClick={onRetry}>
        {t`Try again`}
      </Button>
    </div>
  );
}

import { t } from "@lingui/core/macro";
import { IconAlertTriangle } from "@tabler/icons-react";
import { RequestId } from "../../../ui/RequestId.tsx";
import classes from "./DownloadDialog.module.css";
import type { DownloadFailure } from "./useDownload.ts";

/** Says why the last download failed and what to do. */
export function DownloadProblem({ problem }: { problem: DownloadFailure }) {
  return (
    <div className={classes.problem} role="alert">
      <IconAlertTriangle size={18} stroke={1.6} aria-hidden />
      <div>
        {problem.text}
        <p className={classes.advice}>{t`Your selection and options are unchanged. You can try again.`}</p>
        {problem.requestId && <RequestId id={problem.requestId} />}
      </div>
    </div>
  );
}

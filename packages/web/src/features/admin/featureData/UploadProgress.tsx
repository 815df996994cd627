import { t } from "@lingui/core/macro";
import { ProgressBar } from "../../../ui/ProgressBar.tsx";
import tableClasses from "../AdminTable.module.css";
import type { UploadProgressState } from "./useSiteUpload.ts";

/** How far an upload is. */
export function UploadProgress({ progress }: { progress: UploadProgressState | null }) {
  if (!progress) return null;
  const { fileName, percent } = progress;
  return (
    <div className={tableClasses.progress}>
      <ProgressBar label={t`Upload of ${fileName}`} value={percent} max={100} />
      <span role="status">{percent === 100 ? t`${fileName}: complete` : t`${fileName}: ${percent} %`}</span>
    </div>
  );
}

import { type LegacyWorkspace, loadLegacyWorkspace } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { formatDayAndTime } from "../../../../entities/files/formatDay.ts";
import type { DialogProps } from "../../../../entities/shell/dialogs.ts";
import { call } from "../../../../lib/call.ts";
import classes from "../ImportDialog.module.css";
import { LoadedImportDialog } from "./LoadedImportDialog.tsx";

/** Shows what is in a workspace of an earlier product, and imports it like an export file. */
export function LegacyWorkspaceDialog({ workspace, ...props }: DialogProps & { workspace: LegacyWorkspace }) {
  const { key, name, note, sharedAt, description } = workspace;
  return (
    <LoadedImportDialog
      {...props}
      title={t`Import a workspace`}
      name={key}
      load={async (signal) => (await call(loadLegacyWorkspace, { key }, { signal })).item}
      origin={
        <>
          <p className={classes.file}>{name ?? note}</p>
          <p className={classes.sharedAt}>{formatDayAndTime(sharedAt)}</p>
          <p className={classes.sharedNote}>{[name && note, description].filter(Boolean).join("\n")}</p>
        </>
      }
      loadingText={t`Loading the workspace`}
      loadFailedText={t`Couldn’t load the workspace.`}
    />
  );
}

import { loadShare, markShareImported, type ReceivedShare } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { formatDay, formatDayAndTime } from "../../../entities/files/formatDay.ts";
import { reloadShares } from "../../../entities/shares/shareQueries.ts";
import type { DialogProps } from "../../../entities/shell/dialogs.ts";
import { call } from "../../../lib/call.ts";
import { notifyFailure } from "../../../ui/notices/notify.tsx";
import classes from "./ImportDialog.module.css";
import { LoadedImportDialog } from "./LoadedImportDialog.tsx";
import { SharedItemList } from "./SharedItemList.tsx";

/** Shows what somebody has shared with the person, and imports it like an export file. */
export function ReceivedShareDialog({ share, ...props }: DialogProps & { share: ReceivedShare }) {
  const { key } = share;
  const cache = useQueryClient();
  const markImported = () =>
    call(markShareImported, { key })
      .then(() => reloadShares(cache))
      .catch(notifyFailure);
  return (
    <LoadedImportDialog
      {...props}
      title={t`Import shared items`}
      name={key}
      load={async (signal) => (await call(loadShare, { key }, { signal })).item}
      // It has been opened, or it is gone.
      onLoaded={() => void reloadShares(cache)}
      origin={<Origin share={share} />}
      loadingText={t`Loading the shared items`}
      loadFailedText={t`Couldn’t load the shared items.`}
      renderDetails={(preview) => <SharedItemList preview={preview} />}
      onImported={() => void markImported()}
    />
  );
}

function Origin({ share: { sharedBy, sharedAt, note, expiresAt } }: { share: ReceivedShare }) {
  const time = formatDayAndTime(sharedAt);
  const lastDay = formatDay(expiresAt);
  return (
    <>
      <p className={classes.file}>{t`From ${sharedBy}`}</p>
      <p className={classes.sharedAt}>{t`${time} · available until ${lastDay}`}</p>
      <p className={classes.sharedNote}>{note}</p>
    </>
  );
}

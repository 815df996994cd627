import { loadShare, markShareImported, type ReceivedShare, receiveSharedFiles } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { toErrorDetails } from "../../../../entities/conversations/toErrorDetails.ts";
import { formatDay, formatDayAndTime } from "../../../../entities/files/formatDay.ts";
import { reloadShares } from "../../../../entities/shares/shareQueries.ts";
import type { DialogProps } from "../../../../entities/shell/dialogs.ts";
import { call } from "../../../../lib/call.ts";
import { CallError } from "../../../../lib/callError.ts";
import { notifyError } from "../../../../ui/notices/notify.tsx";
import classes from "../ImportDialog.module.css";
import type { OpenImport } from "../openImport.ts";
import { LoadedImportDialog } from "./LoadedImportDialog.tsx";
import { SharedItemList } from "./SharedItemList.tsx";
import { withSharedFiles } from "./withSharedFiles.ts";

/** Shows what somebody has shared with the person, and imports it like an export file. */
export function ReceivedShareDialog({ share, ...props }: DialogProps & { share: ReceivedShare }) {
  const { key, fileCount } = share;
  const cache = useQueryClient();
  const prepare = async (open: OpenImport) => {
    await markImported(key);
    void reloadShares(cache);
    return fileCount > 0 ? receiveFiles(open, key) : open;
  };
  return (
    <LoadedImportDialog
      {...props}
      title={t`Import shared items`}
      name={key}
      shareKey={key}
      load={async (signal) => (await call(loadShare, { key }, { signal })).item}
      // It has been opened, or it is gone.
      onLoaded={() => void reloadShares(cache)}
      origin={<Origin share={share} />}
      loadingText={t`Loading the shared items`}
      loadFailedText={t`Couldn’t load the shared items.`}
      renderDetails={(preview) => <SharedItemList preview={preview} />}
      prepare={prepare}
    />
  );
}

/** Asks the server first, because it may have been withdrawn since it was loaded. Throws what to show. */
async function markImported(key: string): Promise<void> {
  try {
    await call(markShareImported, { key });
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (error.status === 404) throw new Error(t`This was withdrawn before you imported it.`);
    throw new Error(error.reason ?? error.message);
  }
}

/** Puts copies of the files in the place of their names. If they cannot be copied, the chats are imported without them. */
async function receiveFiles(open: OpenImport, key: string): Promise<OpenImport> {
  try {
    return withSharedFiles(open, (await call(receiveSharedFiles, { key })).files);
  } catch (error) {
    notifyError(t`The files were not copied to yours.`, toErrorDetails(error));
    return open;
  }
}

function Origin({ share: { sharedBy, sharedAt, note, expiresAt, fileCount } }: { share: ReceivedShare }) {
  const time = formatDayAndTime(sharedAt);
  const lastDay = formatDay(expiresAt);
  return (
    <>
      <p className={classes.file}>{t`From ${sharedBy}`}</p>
      <p className={classes.sharedAt}>{t`${time} · available until ${lastDay}`}</p>
      <p className={classes.sharedNote}>{note}</p>
      {fileCount > 0 && (
        <p className={classes.note}>
          {plural(fileCount, {
            one: "# file comes with it. The import copies it to your files.",
            other: "# files come with it. The import copies them to your files.",
          })}
        </p>
      )}
    </>
  );
}

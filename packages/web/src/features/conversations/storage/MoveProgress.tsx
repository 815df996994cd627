import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import type { StorageMove } from "../../../entities/conversations/storage/moveAllConversations.ts";
import { useIsOnline } from "../../../lib/device.ts";
import { formatNumber } from "../../../lib/i18n/formats.ts";
import { ProgressBar } from "../../../ui/ProgressBar.tsx";
import classes from "./MoveProgress.module.css";

/** The progress of moving all conversations, with a button that cancels the move. */
export function MoveProgress({ move, onCancel }: { move: StorageMove; onCancel: () => void }) {
  const { to, done, total, name, isCancelled } = move;
  const isOnline = useIsOnline();
  const doneCount = formatNumber(done);
  const totalCount = formatNumber(total);
  return (
    <div className={classes.root}>
      <p className={classes.what} role="status">
        {getLabel(to, isCancelled, isOnline)}
      </p>
      <ProgressBar label={getMoveLabel(to)} value={done} max={Math.max(total, 1)} />
      <p className={classes.line}>
        <span>{total === 0 ? t`Looking for chats` : t`${doneCount} of ${totalCount}`}</span>
        {name !== "" && (
          <span className={classes.name} dir="auto">
            {name}
          </span>
        )}
      </p>
      <Button variant="default" fullWidth disabled={isCancelled} onClick={onCancel}>
        {t`Cancel`}
      </Button>
      <p className={classes.note}>
        {t`You can keep working. If you close this page, the remaining chats stay where they are.`}
      </p>
    </div>
  );
}

function getLabel(to: StorageMove["to"], isCancelled: boolean, isOnline: boolean): string {
  if (isCancelled) return t`Stopping after the current chats`;
  if (!isOnline) return t`Paused while you’re offline`;
  return getMoveLabel(to);
}

const getMoveLabel = (to: StorageMove["to"]) =>
  to === "cloud" ? t`Moving chats to the cloud` : t`Moving chats to this browser`;

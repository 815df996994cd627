import { Button } from "@mantine/core";
import type { StorageMove } from "../../../entities/conversations/storage/moveAllConversations.ts";
import { useIsOnline } from "../../../lib/device.ts";
import classes from "./MoveProgress.module.css";

/** The progress of moving all conversations, with a button that cancels the move. */
export function MoveProgress({ move, onCancel }: { move: StorageMove; onCancel: () => void }) {
  const { to, done, total, name, isCancelled } = move;
  const isOnline = useIsOnline();
  return (
    <div className={classes.root}>
      <p className={classes.what} role="status">
        {getLabel(to, isCancelled, isOnline)}
      </p>
      <progress
        className={classes.bar}
        aria-label={`Moving conversations to ${to === "cloud" ? "the cloud" : "this browser"}`}
        value={done}
        max={Math.max(total, 1)}
      />
      <p className={classes.line}>
        <span>{total === 0 ? "Looking for conversations" : `${done} of ${total}`}</span>
        {name !== "" && <span className={classes.name}>{name}</span>}
      </p>
      <Button variant="default" fullWidth disabled={isCancelled} onClick={onCancel}>
        Cancel
      </Button>
      <p className={classes.note}>
        You can continue working. If you close this page, nothing is lost: the remaining conversations stay where they
        are.
      </p>
    </div>
  );
}

function getLabel(to: StorageMove["to"], isCancelled: boolean, isOnline: boolean): string {
  if (isCancelled) return "Stopping after the current conversations";
  if (!isOnline) return "Paused while you are offline";
  return to === "cloud" ? "Moving conversations to the cloud" : "Moving conversations to this browser";
}

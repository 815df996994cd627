import type { ArtifactEntry, ArtifactStatus } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { IconAlertTriangle, IconFileText, IconPlayerStopFilled, IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useArtifactActions } from "../../../entities/artifacts/useArtifactActions.ts";
import { type MessageArtifacts as Artifacts, useMessageArtifacts } from "../../../entities/artifacts/useArtifacts.ts";
import type { BelowAnswerProps } from "../../../entities/chat/slots/chatSlots.ts";
import { useFlag } from "../../../entities/flags/useFlag.ts";
import { notifyFailure, notifyUndoable } from "../../../ui/notices/notify.tsx";
import { Tooltip } from "../../../ui/tooltip/Tooltip.tsx";
import { artifactErrors, describeIncomplete } from "../actions/artifactErrors.ts";
import classes from "./MessageArtifacts.module.css";
import { useOpenEntry } from "./useOpenEntry.ts";

/** The artifacts that an answer made, and what became of the last one. */
export function MessageArtifacts(props: BelowAnswerProps) {
  const hasFlag = useFlag("artifacts");
  return hasFlag && <Entries {...props} />;
}

function Entries({ message, conversationId, isReadOnly }: BelowAnswerProps) {
  const { entries, status, reason } = useMessageArtifacts(conversationId, message);
  const open = useOpenEntry(conversationId);
  const actions = useArtifactActions(conversationId);
  const isRunning = status === "running" || status === "retry";
  const remove = async (entry: ArtifactEntry) => {
    try {
      const undo = await actions.removeFromMessage(message.id, entry);
      notifyUndoable({
        kind: "artifactRemoval",
        ids: [`${message.id}:${entry.artifactId}:${entry.version}`],
        describe: () => t`Artifact Removed`,
        undo,
      });
    } catch (error) {
      notifyFailure(error);
    }
  };
  if (entries.length === 0 && (status === null || status === "complete")) return null;
  return (
    <div className={classes.root}>
      {entries.length > 0 && (
        <ul className={classes.list} aria-label={t`Artifacts of this answer`} data-artifact-entries>
          {entries.map((entry, index) => (
            <EntryButtons
              key={`${entry.artifactId}:${entry.version}`}
              entry={entry}
              status={index === entries.length - 1 ? status : "complete"}
              onOpen={isReadOnly ? null : () => open(entry)}
              onRemove={isReadOnly || isRunning ? null : () => void remove(entry)}
            />
          ))}
        </ul>
      )}
      <StatusLine status={status} reason={reason} />
    </div>
  );
}

interface EntryButtonsProps {
  entry: ArtifactEntry;
  status: ArtifactStatus | null;
  /** Null: the answer can only be read. */
  onOpen: (() => void) | null;
  onRemove: (() => void) | null;
}

function EntryButtons({ entry, status, onOpen, onRemove }: EntryButtonsProps) {
  const { name, version, createdAt } = entry;
  const isRunning = status === "running" || status === "retry";
  return (
    <li className={classes.entry} data-running={isRunning || undefined}>
      <Tooltip label={createdAt === "" ? name : t`Created ${createdAt}`} position="top" isForTouchAndFocus>
        <button
          type="button"
          className={classes.open}
          aria-disabled={onOpen === null || undefined}
          onClick={() => onOpen?.()}
        >
          <IconFileText size={18} stroke={1.6} aria-hidden />
          <span className={classes.name} dir="auto">
            {name}
          </span>
          <span className={classes.version}>{t`Version ${version}`}</span>
        </button>
      </Tooltip>
      {onRemove && (
        <button
          type="button"
          className={classes.remove}
          aria-label={t`Remove ${name}, version ${version}, from this chat`}
          title={t`Remove from this chat`}
          onClick={onRemove}
        >
          <IconX size={16} stroke={1.6} aria-hidden />
        </button>
      )}
    </li>
  );
}

function StatusLine({ status, reason }: Pick<Artifacts, "status" | "reason">): ReactNode {
  switch (status) {
    case "running":
      return <p className={classes.status}>{t`Writing the artifact…`}</p>;
    case "retry":
      return <p className={classes.status}>{t`The request had to be repaired. Writing the artifact…`}</p>;
    case "stopped":
      return (
        <p className={classes.status}>
          {reason === null ? (
            <IconPlayerStopFilled size={14} aria-hidden />
          ) : (
            <IconAlertTriangle size={16} stroke={1.6} aria-hidden />
          )}{" "}
          {describeIncomplete(reason) ?? t`The artifact was stopped. What was written is kept.`}
        </p>
      );
    case "cancelled":
      return (
        <p className={classes.status} data-failed>
          <IconAlertTriangle size={16} stroke={1.6} aria-hidden />{" "}
          {describeIncomplete(reason) ?? artifactErrors.cancelled()}
        </p>
      );
    default:
      return null;
  }
}

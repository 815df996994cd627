import type { ConversationSummary } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { IconAlertCircleFilled, IconArchive } from "@tabler/icons-react";
import { type AnswerActivity, useAnswerActivity } from "../../../entities/chat/activity/useAnswerActivity.ts";
import { getConversationName } from "../../../entities/conversations/getConversationName.ts";
import type { StoragePlace } from "../../../entities/conversations/storage/storageTexts.ts";
import { TagChip } from "../../../ui/tags/TagChip.tsx";
import hiddenClasses from "../../../ui/visuallyHidden.module.css";
import { StorageIcon } from "../storage/StorageIcon.tsx";
import classes from "./ConversationItem.module.css";

interface ConversationItemProps {
  conversation: ConversationSummary;
  /** Where most conversations are stored. */
  usualPlace: StoragePlace;
  /** True: the list contains only archived conversations. */
  isArchive: boolean;
}

/** A conversation in the list: its name, its tags, and where it is stored; a mark says so if most are elsewhere. */
export function ConversationItem({ conversation, usualPlace, isArchive }: ConversationItemProps) {
  const { isLocal, isPinned = false, isArchived = false, tags } = conversation;
  const [firstTag] = tags;
  const tagNames = tags.join(", ");
  const activity = useAnswerActivity(conversation.id);
  return (
    <>
      <span
        className={classes.name}
        dir="auto"
        data-unread={(activity !== null && activity !== "running") || undefined}
      >
        {getConversationName(conversation)}
      </span>
      {firstTag !== undefined && (
        <span className={classes.tags} title={tagNames} data-yields aria-hidden>
          <TagChip tag={firstTag} isSmall />
          {tags.length > 1 && <span className={classes.more}>+{tags.length - 1}</span>}
        </span>
      )}
      {isArchived && !isArchive && <IconArchive size={14} stroke={1.6} className={classes.mark} aria-hidden />}
      {isLocal !== (usualPlace === "local") && (
        <StorageIcon place={isLocal ? "local" : "cloud"} size={14} className={classes.mark} yields />
      )}
      <span className={hiddenClasses.visuallyHidden}>{isLocal ? t`(in this browser)` : t`(in the cloud)`}</span>
      {isPinned && <span className={hiddenClasses.visuallyHidden}>{t`, pinned`}</span>}
      {isArchived && <span className={hiddenClasses.visuallyHidden}>{t`, archived`}</span>}
      {firstTag !== undefined && <span className={hiddenClasses.visuallyHidden}>{t`, tagged ${tagNames}`}</span>}
      {activity && <ActivityMark activity={activity} />}
    </>
  );
}

function getActivityLabel(activity: AnswerActivity): string {
  if (activity === "running") return t`answer being written`;
  return activity === "unread" ? t`unread answer` : t`answer failed`;
}

function ActivityMark({ activity }: { activity: AnswerActivity }) {
  return (
    <span className={classes.activity} data-activity={activity} role="img" aria-label={getActivityLabel(activity)}>
      {activity === "failed" && <IconAlertCircleFilled size={14} aria-hidden />}
    </span>
  );
}

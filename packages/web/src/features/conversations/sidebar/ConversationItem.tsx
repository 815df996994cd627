import type { ConversationSummary } from "@lectern/contract";
import { IconAlertCircleFilled, IconArchive, IconCloud, IconLock } from "@tabler/icons-react";
import { type AnswerActivity, useAnswerActivity } from "../../../entities/chat/activity/useAnswerActivity.ts";
import { TagChip } from "../../../ui/tags/TagChip.tsx";
import classes from "./ConversationItem.module.css";

/** A conversation in the list: its name, its tags, and where it is stored. */
export function ConversationItem({ conversation }: { conversation: ConversationSummary }) {
  const { name, isLocal, isPinned = false, isArchived = false, tags } = conversation;
  const Mark = isLocal ? IconLock : IconCloud;
  const [firstTag] = tags;
  const activity = useAnswerActivity(conversation.id);
  return (
    <>
      <span className={classes.name} data-unread={(activity !== null && activity !== "running") || undefined}>
        {name}
      </span>
      {firstTag !== undefined && (
        <span className={classes.tags} title={tags.join(", ")} data-yields aria-hidden>
          <TagChip tag={firstTag} isSmall />
          {tags.length > 1 && <span className={classes.more}>+{tags.length - 1}</span>}
        </span>
      )}
      {isArchived && <IconArchive size={14} stroke={1.6} className={classes.mark} aria-hidden />}
      <Mark size={14} stroke={1.6} className={classes.mark} data-yields aria-hidden />
      <span className={classes.hidden}>{isLocal ? "(private)" : "(in the cloud)"}</span>
      {isPinned && <span className={classes.hidden}>, pinned</span>}
      {isArchived && <span className={classes.hidden}>, archived</span>}
      {firstTag !== undefined && <span className={classes.hidden}>, tagged {tags.join(", ")}</span>}
      {activity && <ActivityMark activity={activity} />}
    </>
  );
}

const activityLabels: Record<AnswerActivity, string> = {
  running: "answer being written",
  unread: "unread answer",
  failed: "answer failed",
};

function ActivityMark({ activity }: { activity: AnswerActivity }) {
  return (
    <span className={classes.activity} data-activity={activity} role="img" aria-label={activityLabels[activity]}>
      {activity === "failed" && <IconAlertCircleFilled size={14} aria-hidden />}
    </span>
  );
}

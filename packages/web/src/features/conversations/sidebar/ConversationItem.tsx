import type { ConversationSummary } from "@lectern/contract";
import { IconCloud, IconLock } from "@tabler/icons-react";
import { TagChip } from "../../../ui/tags/TagChip.tsx";
import classes from "./ConversationItem.module.css";

/** A conversation in the list: its name, its tags, and where it is stored. */
export function ConversationItem({ conversation }: { conversation: ConversationSummary }) {
  const { name, isLocal, tags } = conversation;
  const Mark = isLocal ? IconLock : IconCloud;
  const [firstTag] = tags;
  return (
    <>
      <span className={classes.name}>{name}</span>
      {firstTag !== undefined && (
        <span className={classes.tags} title={tags.join(", ")} data-yields aria-hidden>
          <TagChip tag={firstTag} isSmall />
          {tags.length > 1 && <span className={classes.more}>+{tags.length - 1}</span>}
        </span>
      )}
      <Mark size={14} stroke={1.6} className={classes.mark} data-yields aria-hidden />
      <span className={classes.hidden}>{isLocal ? "(private)" : "(in the cloud)"}</span>
      {firstTag !== undefined && <span className={classes.hidden}>, tagged {tags.join(", ")}</span>}
    </>
  );
}

import type { ConversationSummary, MessageHit } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { getConversationName } from "../../../entities/conversations/getConversationName.ts";
import classes from "./MessageHitItem.module.css";
import { splitAtMarks } from "./splitAtMarks.ts";

interface MessageHitItemProps {
  conversation: ConversationSummary;
  hit: MessageHit;
}

/**
 * A message that matches the search: the name of its conversation, and the passage with the matching words highlighted.
 */
export function MessageHitItem({ conversation, hit }: MessageHitItemProps) {
  const name = getConversationName(conversation);
  return (
    <span className={classes.hit}>
      <span className={classes.name}>{conversation.isArchived ? t`${name} (archived)` : name}</span>
      <span className={classes.passage}>
        {hit.role === "user" && (
          <span className={classes.who}>
            {t({ message: "You:", comment: "before a passage of the person's own message" })}{" "}
          </span>
        )}
        {splitAtMarks(hit.passage, hit.marks).map(({ from, text, isMarked }) =>
          isMarked ? <mark key={from}>{text}</mark> : <span key={from}>{text}</span>,
        )}
      </span>
    </span>
  );
}

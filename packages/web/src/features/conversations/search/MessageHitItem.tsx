import type { ConversationSummary, MessageHit } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { getConversationName } from "../../../entities/conversations/getConversationName.ts";
import classes from "./MessageHitItem.module.css";
import { MessagePassage } from "./MessagePassage.tsx";

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
        <MessagePassage hit={hit} />
      </span>
    </span>
  );
}

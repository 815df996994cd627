import type { ConversationSummary, MessageHit } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { getConversationName } from "../../../entities/conversations/getConversationName.ts";
import { MessageDay } from "./MessageDay.tsx";
import classes from "./MessageHitItem.module.css";
import { MessagePassage } from "./MessagePassage.tsx";
import { shortenPassage } from "./shortenPassage.ts";

/** What two lines of the side panel hold, so that the browser does not shorten it. */
const maxPassageCharacters = 56;

interface MessageHitItemProps {
  conversation: ConversationSummary;
  hit: MessageHit;
}

/**
 * A message that matches the search: the name of its conversation, its day, and the passage with the matching words highlighted.
 */
export function MessageHitItem({ conversation, hit }: MessageHitItemProps) {
  const name = getConversationName(conversation);
  return (
    <span className={classes.hit}>
      <span className={classes.line}>
        <span className={classes.name}>{conversation.isArchived ? t`${name} (archived)` : name}</span>
        {hit.createdAt !== undefined && <MessageDay createdAt={hit.createdAt} />}
      </span>
      <span className={classes.passage}>
        <MessagePassage hit={{ ...hit, ...shortenPassage(hit, maxPassageCharacters) }} />
      </span>
    </span>
  );
}

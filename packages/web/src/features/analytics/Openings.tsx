import type { Conversation } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useConversation } from "../../entities/conversations/useConversation.ts";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import { formatDate } from "../../lib/i18n/formats.ts";
import { translateServerText } from "../../lib/i18n/translateServerText.ts";
import classes from "./Openings.module.css";
import { useOpenings } from "./useOpenings.ts";

/** Who has opened the conversation as an editor of a group. */
export function Openings() {
  const { conversationId } = useWorkspace();
  return conversationId !== null && <OpeningsOf conversationId={conversationId} />;
}

function OpeningsOf({ conversationId }: { conversationId: string }) {
  const loaded = useConversation(conversationId);
  return loaded.status === "ready" && <OpeningList conversation={loaded.conversation} />;
}

function OpeningList({ conversation }: { conversation: Conversation }) {
  const openings = useOpenings(conversation);
  if (openings.length === 0) return null;
  return (
    <section className={classes.openings} aria-labelledby="chat-openings">
      <h3 id="chat-openings" className={classes.heading}>
        {t`Who has read this chat`}
      </h3>
      <ul className={classes.list}>
        {openings.map(({ openedAt, assistantName, ...opening }) => {
          const openedBy = translateServerText(opening.openedBy);
          const time = formatDate(new Date(openedAt), { dateStyle: "medium", timeStyle: "short" });
          return (
            <li key={`${openedBy} ${openedAt}`}>
              {t`Opened by ${openedBy} on ${time}`} <span className={classes.assistant}>{assistantName}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { conversationAnalysisQuery } from "../../entities/analytics/analyticsQueries.ts";
import { isOfGroupAssistant } from "../../entities/analytics/useAnalysedAssistant.ts";
import { useConversation } from "../../entities/conversations/useConversation.ts";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import { useBrowserEvent } from "../../lib/browserEvents/browserEvents.ts";
import { formatDate } from "../../lib/i18n/formats.ts";
import { translateServerText } from "../../lib/i18n/translateServerText.ts";
import classes from "./Openings.module.css";

/** Who has opened the conversation as an editor of a group. */
export function Openings() {
  const { conversationId } = useWorkspace();
  return conversationId !== null && <OpeningsOf conversationId={conversationId} />;
}

function OpeningsOf({ conversationId }: { conversationId: string }) {
  const { user } = useWorkspace();
  const loaded = useConversation(conversationId);
  const { data, refetch } = useQuery({
    ...conversationAnalysisQuery(user.id, conversationId),
    // Nobody opens any other conversation.
    enabled: loaded.status === "ready" && Object.values(loaded.conversation.messages).some(isOfGroupAssistant),
    staleTime: 0,
  });
  useBrowserEvent("analysis", (event) => {
    if (event.conversationId === conversationId) void refetch();
  });
  if (!data || data.openings.length === 0) return null;
  return (
    <section className={classes.openings} aria-labelledby="chat-openings">
      <h3 id="chat-openings" className={classes.heading}>
        {t`Who has read this chat`}
      </h3>
      <ul className={classes.list}>
        {data.openings.map(({ openedAt, assistantName, ...opening }) => {
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

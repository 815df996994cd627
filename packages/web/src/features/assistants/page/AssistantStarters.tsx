import { t } from "@lingui/core/macro";
import { IconMessageCircle } from "@tabler/icons-react";
import { useChat } from "../../../entities/chat/ChatProvider.tsx";
import type { AssistantIntroProps } from "../../../entities/chat/slots/chatSlots.ts";
import classes from "./AssistantStarters.module.css";

/** The questions that the author of an assistant suggests. One that is chosen is sent. */
export function AssistantStarters({ conversationId, assistant: { starters } }: AssistantIntroProps) {
  const chat = useChat();
  if (starters.length === 0) return null;
  const send = (text: string) => chat.sendOrReturn({ text, conversationId });
  return (
    <ul className={classes.starters} aria-label={t`Ways to start`}>
      {starters.map((starter, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two starters may be equal.
        <li key={index}>
          <button type="button" className={classes.starter} onClick={() => send(starter)}>
            <IconMessageCircle size={16} stroke={1.6} aria-hidden className={classes.icon} />
            <span>{starter}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

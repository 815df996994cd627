import { t } from "@lingui/core/macro";
import { IconEye } from "@tabler/icons-react";
import type { EmptyChatProps } from "../../entities/chat/slots/chatSlots.ts";
import { useIsLocalConversation } from "../../entities/conversations/useConversation.ts";
import classes from "./AnalysisNotice.module.css";

/** Says before the first message what of the conversation the editors of the assistant's group see. */
export function AnalysisNotice({ conversationId, assistant }: EmptyChatProps) {
  const isLocal = useIsLocalConversation(conversationId);
  if (isLocal === undefined || !assistant) return null;
  const group = assistant.group?.name ?? assistant.name;
  return (
    <p className={classes.notice}>
      <IconEye size={16} stroke={1.6} aria-hidden />
      <span>
        {assistant.analysis === "named" && !isLocal
          ? t`The editors of ${group} can see that you use this assistant and read this chat. Its settings show who has opened it.`
          : t`The editors of ${group} see figures about chats with this assistant, such as your rating and the number of questions, but not who you are or what you write.`}
      </span>
    </p>
  );
}

import { IconEye } from "@tabler/icons-react";
import type { EmptyChatProps } from "../../entities/chat/slots/chatSlots.ts";
import { useIsLocalConversation } from "../../entities/conversations/useConversation.ts";
import classes from "./AnalysisNotice.module.css";
import { describeAnalysis } from "./describeAnalysis.ts";

/** Says before the first message what of the conversation the editors of the assistant's group see. */
export function AnalysisNotice({ conversationId, assistant }: EmptyChatProps) {
  const isLocal = useIsLocalConversation(conversationId);
  if (isLocal === undefined || !assistant) return null;
  return (
    <p className={classes.notice}>
      <IconEye size={16} stroke={1.6} aria-hidden />
      <span>{describeAnalysis({ assistant, isLocal })}</span>
    </p>
  );
}

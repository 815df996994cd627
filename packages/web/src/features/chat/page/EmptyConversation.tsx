import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { Logo } from "../../../ui/Logo.tsx";
import classes from "./EmptyConversation.module.css";

interface EmptyConversationProps {
  /** Shown in place of the title, such as the assistant of the conversation. */
  intro?: ReactNode;
  /** Such as that no model is connected yet. */
  notice?: ReactNode;
}

/** Shown above the message field before the first message. */
export function EmptyConversation({ intro, notice }: EmptyConversationProps) {
  return (
    <div className={classes.empty}>
      {intro || (
        <>
          <Logo size={40} />
          <h2 className={classes.title}>{t`Start a new conversation.`}</h2>
        </>
      )}
      {notice}
    </div>
  );
}

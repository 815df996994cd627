import type { Message } from "@lectern/contract";
import { memo } from "react";
import classes from "./Message.module.css";
import { MessageActions } from "./MessageActions.tsx";
import type { ThreadActions } from "./threadActions.ts";

interface UserMessageProps {
  message: Message;
  versionIds: readonly string[];
  blockedReason: string | null;
  actions: ThreadActions;
}

/** What the person said, as it was typed. */
export const UserMessage = memo(function UserMessage(props: UserMessageProps) {
  const { message, versionIds, blockedReason, actions } = props;
  return (
    <article className={classes.user} aria-label="You">
      <div className={classes.bubble}>{message.label ?? message.content}</div>
      <MessageActions
        what="message"
        text={message.content}
        messageId={message.id}
        versionIds={versionIds}
        isProminent={false}
        blockedReason={blockedReason}
        onShowVersion={actions.showVersion}
      />
    </article>
  );
});

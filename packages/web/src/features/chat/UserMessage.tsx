import type { Message } from "@lectern/contract";
import { memo, Suspense, use } from "react";
import { MessageDocumentsContext } from "./composerAttachments.ts";
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
  const dataSources = message.data.dataSources ?? [];
  const Documents = use(MessageDocumentsContext);
  return (
    <article className={classes.user} aria-label="You">
      {dataSources.length > 0 && (
        // About as high as one line of them.
        <Suspense fallback={<div className={classes.documentsToCome} />}>
          <Documents dataSources={dataSources} />
        </Suspense>
      )}
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

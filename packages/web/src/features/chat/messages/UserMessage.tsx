import type { Message } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { memo, Suspense, use, useMemo, useState } from "react";
import { ChatSlotsContext } from "../../../entities/chat/slots/chatSlots.ts";
import { limitCombiningMarks } from "../../../ui/limitCombiningMarks.ts";
import { LazyMessageEditor } from "../editor/LazyMessageEditor.tsx";
import { FoldedText, mayBeFolded } from "./FoldedText.tsx";
import classes from "./Message.module.css";
import { MessageActions } from "./MessageActions.tsx";
import type { ThreadActions } from "./threadActions.ts";

interface UserMessageProps {
  message: Message;
  versionIds: readonly string[];
  /** True if an editor is shown in place of the message's text. */
  isEditing: boolean;
  /** False if a changed text can also be saved without asking again, because further questions follow. */
  isLastUserMessage: boolean;
  /** The reason why the message cannot be changed now; null if it can. */
  changeBlockedReason: string | null;
  actions: ThreadActions;
}

/**
 * A message of the person: its label, which is the text as typed, or if it has none its content. A button switches to
 * the content.
 */
export const UserMessage = memo(function UserMessage(props: UserMessageProps) {
  const { message, versionIds, isEditing, isLastUserMessage, changeBlockedReason, actions } = props;
  const { content, label = content } = message;
  const [isSourceShown, setIsSourceShown] = useState(false);
  const { userMessageParts } = use(ChatSlotsContext);
  const displayedText = isSourceShown ? content : label;
  const bubbleText = useMemo(() => limitCombiningMarks(displayedText), [displayedText]);
  const isQuiet = !isLastUserMessage && versionIds.length < 2;
  const bubble = (
    <div className={classes.bubble} dir="auto">
      {mayBeFolded(bubbleText) ? <FoldedText key={bubbleText} text={bubbleText} messageId={message.id} /> : bubbleText}
    </div>
  );
  return (
    <article
      className={classes.user}
      aria-label={actions.changes ? t`You` : t({ message: "Question", context: "a message of somebody else" })}
      data-message={message.id}
      data-turn-start
      // A tap focuses the message, which shows its actions.
      tabIndex={isQuiet ? -1 : undefined}
    >
      {userMessageParts
        .filter(({ appliesTo }) => appliesTo(message))
        .map(({ id, Component }) => (
          // The fallback is as high as one line of documents.
          <Suspense key={id} fallback={<div className={classes.documentsPlaceholder} />}>
            <Component message={message} />
          </Suspense>
        ))}
      {isEditing ? (
        <LazyMessageEditor message={message} kind="send" canAlsoSave={!isLastUserMessage} fallback={bubble} />
      ) : (
        <>
          {bubble}
          <MessageActions
            messageKind="message"
            message={message}
            text={displayedText}
            versionIds={versionIds}
            isProminent={false}
            isQuiet={isQuiet}
            blockedReason={changeBlockedReason}
            {...(label === content
              ? {}
              : { source: { isShown: isSourceShown, toggle: () => setIsSourceShown(!isSourceShown) } })}
            actions={actions}
          />
        </>
      )}
    </article>
  );
});

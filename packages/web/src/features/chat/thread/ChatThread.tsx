import type { Conversation, DataSource, Model } from "@lectern/contract";
import { type ReactNode, useCallback, useEffect, useMemo, useState } from "react";
import type { SendOutcome } from "../../../entities/chat/runs/activeRun.ts";
import type { ChatRuns } from "../../../entities/chat/runs/chatRuns.ts";
import { useIsStopping, useIsStreaming } from "../../../entities/chat/runs/useRun.ts";
import type { Said } from "../../../entities/chat/sending/said.ts";
import type { ComposerAttachments } from "../../../entities/chat/slots/composerAttachments.ts";
import type { ComposerPrompts } from "../../../entities/chat/slots/composerPrompts.ts";
import { Composer } from "../composer/Composer.tsx";
import { MessageEditingContext } from "../editor/messageEditing.ts";
import { LazyMessageList, WhenMessagesCanBeDrawn } from "../messages/LazyMessageList.tsx";
import { answerComing } from "../messages/messageTexts.ts";
import classes from "./ChatThread.module.css";
import type { MessageStore } from "./messageStore.ts";
import { ScrollDownButton } from "./ScrollDownButton.tsx";
import { useAnswerAnnouncement } from "./useAnswerAnnouncement.ts";
import { useFootHeight } from "./useFootHeight.ts";
import { type FoundMessage, useFoundMessage } from "./useFoundMessage.ts";
import { useMessageEdits } from "./useMessageEdits.ts";
import { useMessageWork } from "./useMessageWork.tsx";
import { findMessage, focusElement, useReveal } from "./useReveal.ts";
import { useStickToEnd } from "./useStickToEnd.ts";
import { useThreadActions } from "./useThreadActions.ts";

export interface ChatThreadProps {
  conversation: Conversation;
  /** The model that answers; null: none can be had (yet). */
  model: Model | null;
  runs: ChatRuns;
  /** Where the messages' own actions (edit, delete, fork) are done. */
  messageStore: MessageStore;
  /** Called with the id of a conversation that was made from this one, to open it. */
  onOpenConversation: (id: string) => void;
  /** The message to bring into view; absent: the end. The same object as long as it asks for the same. */
  found?: FoundMessage | null;
  /** Whose draft it is. */
  userId: string;
  /** Under what name the draft is kept; the conversation's id unless given. One name for all that are new keeps it over a reload. */
  draftKey?: string;
  /** What stands in the place of the messages while there are none. */
  empty: ReactNode;
  /** Documents that go with the next message; absent: none can. */
  attachments?: ComposerAttachments | null;
  /** The person's prompts, for the message field; absent: none are at hand. */
  prompts?: ComposerPrompts | null;
  /** Shows a notice with exactly this text, and `more` beneath it, and the role `alert`. */
  alert: (text: string, more?: string | null) => void;
  /** Why nothing can be sent; null: it can, where there is a model. */
  blockedReason?: string | null;
  /** Called with the address of an in-app link (`#…`) in an answer. */
  onAppLink?: (href: string) => void;
}

/** One conversation: its messages, or what stands in their place, and the field for the next one. */
export function ChatThread(props: ChatThreadProps) {
  const { id, messages } = props.conversation;
  return (
    <WhenMessagesCanBeDrawn key={id} isEmpty={messages.length === 0}>
      <Thread {...props} />
    </WhenMessagesCanBeDrawn>
  );
}

function Thread(props: ChatThreadProps) {
  const { conversation, model, runs, userId, empty, alert } = props;
  const { id, messages, headId } = conversation;
  const isStreaming = useIsStreaming(runs.store, id);
  const isStopping = useIsStopping(runs.store, id);
  const announcementRef = useAnswerAnnouncement(isStreaming, messages, headId);
  const { scrollRef, contentRef, isAway, toEnd, leaveEnd } = useStickToEnd();
  const footRef = useFootHeight();
  const [over, setOver] = useState<HTMLElement | null>(null);
  const blockedReason = props.blockedReason ?? (model ? null : "Choose a model first");
  const restingReason = isStreaming ? answerComing : null;
  const { wantedId, reveal } = useReveal(scrollRef, leaveEnd);
  const showFound = useCallback((messageId: string) => reveal({ messageId, isFound: true }), [reveal]);
  const focusMessage = (messageId: string) => focusActionsOf(scrollRef.current, messageId);
  const work = useMessageWork(props, focusMessage);
  const edits = useMessageEdits({
    ...props,
    overwrite: work.overwrite,
    sendBlockedReason: restingReason ?? blockedReason,
    saveBlockedReason: restingReason,
    toEnd,
    focusMessage,
  });
  const actions = useThreadActions({
    ...props,
    isStreaming,
    toEnd,
    reveal: (messageId) => reveal({ messageId, isFound: false }),
    openEditor: edits.open,
    remove: work.remove,
    fork: work.fork,
  });
  useFoundMessage(props, isStreaming, showFound);
  const lastAsked = useMemo(() => messages.findLast(({ role }) => role === "user")?.content ?? null, [messages]);

  useEffect(() => runs.resume(conversation), [runs, conversation]);

  const send = (
    text: string,
    dataSources: readonly DataSource[],
    more: Omit<Said, "text" | "dataSources"> = {},
  ): Promise<SendOutcome> => {
    if (!model) return Promise.resolve("returned");
    toEnd();
    return runs.send(conversation, model, text, dataSources, more);
  };
  return (
    <div className={classes.thread}>
      <div ref={scrollRef} className={classes.scroll}>
        <div ref={contentRef} className={classes.column} data-empty={messages.length === 0 || undefined}>
          {messages.length === 0 ? (
            empty
          ) : (
            <MessageEditingContext value={edits.editing}>
              <LazyMessageList
                conversationId={id}
                messages={messages}
                headId={headId}
                store={runs.store}
                scrollRef={scrollRef}
                blockedReason={blockedReason}
                editingIds={edits.editingIds}
                wantedId={wantedId}
                actions={actions}
              />
            </MessageEditingContext>
          )}
        </div>
      </div>
      <div ref={footRef} className={classes.foot}>
        <div className={classes.over}>
          <div ref={setOver} className={classes.footColumn} />
        </div>
        {isAway && messages.length > 0 && <ScrollDownButton onClick={toEnd} />}
        <div className={classes.gutter}>
          <div className={classes.footColumn}>
            <Composer
              userId={userId}
              conversationId={id}
              draftKey={props.draftKey ?? id}
              maxLength={model?.inputContextWindow ?? null}
              lastAsked={lastAsked}
              isStreaming={isStreaming}
              isStopping={isStopping}
              blockedReason={blockedReason}
              attachments={props.attachments ?? null}
              prompts={props.prompts ?? null}
              over={over}
              alert={alert}
              onSend={send}
              onEditLast={actions.editLast}
              onStop={() => runs.stop(id)}
            />
          </div>
        </div>
      </div>
      <div ref={announcementRef} role="status" className={classes.announcement} />
      {work.overlays}
    </div>
  );
}

/** Gives the focus to what can be done with a message: its box was closed, or what had the focus is gone. */
function focusActionsOf(area: HTMLElement | null, messageId: string): void {
  // Once it is drawn without the box.
  requestAnimationFrame(() => {
    const element = findMessage(area, messageId);
    if (!element) return;
    const actions = ["edit", "more"].map((name) => element.querySelector<HTMLElement>(`[data-action="${name}"]`));
    const button = actions.find((action) => action !== null);
    if (button) button.focus({ preventScroll: true });
    else focusElement(element);
  });
}

import { VisuallyHidden } from "@mantine/core";
import { useCallback, useEffect, useMemo, useReducer, useState } from "react";
import { useChat } from "../../../entities/chat/ChatProvider.tsx";
import { useIsStopping, useIsStreaming } from "../../../entities/chat/runs/useRun.ts";
import { focusField } from "../../../entities/shell/focusTargets.ts";
import { useWorkspaceEvent } from "../../../entities/shell/workspaceEvents.ts";
import { useIsNarrow, useIsTouchDevice } from "../../../lib/device.ts";
import { useStickToEnd } from "../../../ui/useStickToEnd.ts";
import { Composer } from "../composer/Composer.tsx";
import { MessageEditingContext } from "../editor/messageEditing.ts";
import { AutomaticRetryContext } from "../ending/automaticRetry.ts";
import { LazyMessageList, WaitForMessageRenderer } from "../messages/LazyMessageList.tsx";
import { getAnswerStreamingReason } from "../messages/messageTexts.ts";
import { ArchivedNotice } from "./ArchivedNotice.tsx";
import classes from "./ChatThread.module.css";
import { markEnd } from "./markEnd.ts";
import { ScrollDownButton } from "./ScrollDownButton.tsx";
import type { ChatThreadProps } from "./threadProps.ts";
import { UnavailableModelNotice } from "./UnavailableModelNotice.tsx";
import { useAnswerAnnouncement } from "./useAnswerAnnouncement.ts";
import { useAutomaticRetry } from "./useAutomaticRetry.ts";
import { useFootHeight } from "./useFootHeight.ts";
import { useFoundMessage } from "./useFoundMessage.ts";
import { useMessageEdits } from "./useMessageEdits.ts";
import { useMessageOperations } from "./useMessageOperations.tsx";
import { findMessageElement, focusElement, leaveAnswer, useReveal } from "./useReveal.ts";
import { useThreadActions } from "./useThreadActions.ts";

/** One conversation: its messages, or the empty state, and the field for the next message. */
export function ChatThread(props: ChatThreadProps) {
  const { id, messages } = props.conversation;
  return (
    <WaitForMessageRenderer key={id} isEmpty={messages.length === 0}>
      <Thread {...props} />
    </WaitForMessageRenderer>
  );
}

function Thread(props: ChatThreadProps) {
  const { conversation, model, userId, draftKey, emptyState, emptyTools, aboveField, blockedReason } = props;
  const { runs, onSend, browserSteps } = useChat();
  const { id, messages, headId } = conversation;
  const isEmpty = messages.length === 0;
  const isNarrow = useIsNarrow();
  const isTouchDevice = useIsTouchDevice();
  const isStreaming = useIsStreaming(runs.store, id);
  const isStopping = useIsStopping(runs.store, id);
  const { scrollRef, contentRef, isAway, scrollToEnd, followAnswer, stopFollowing } = useStickToEnd(!isEmpty);
  const footRef = useFootHeight();
  const [overlayArea, setOverlayArea] = useState<HTMLElement | null>(null);
  const changeBlockedReason = isStreaming ? getAnswerStreamingReason() : null;
  const { requestedId, reveal } = useReveal(scrollRef, stopFollowing);
  const revealFoundMessage = useCallback((messageId: string) => reveal({ messageId, isFound: true }), [reveal]);
  const focusMessage = (messageId: string) => focusActions(scrollRef.current, messageId);
  const operations = useMessageOperations(props, focusMessage);
  const edits = useMessageEdits({
    ...props,
    overwrite: operations.overwrite,
    sendBlockedReason: changeBlockedReason ?? blockedReason,
    saveBlockedReason: changeBlockedReason,
    followAnswer: (question) => followAnswer(findMessageElement(scrollRef.current, question.id)),
    focusMessage,
  });
  const retry = useAutomaticRetry({
    ...props,
    isEditing: edits.editingIds.size > 0,
    // Tab continues from the question.
    leaveAnswer: (answer) => leaveAnswer(scrollRef.current, answer, focusElement),
  });
  const actions = useThreadActions({
    ...props,
    isStreaming,
    scrollToEnd,
    followNewVersion: ({ parentId }) =>
      followAnswer(parentId === null ? null : findMessageElement(scrollRef.current, parentId)),
    // On a touch device, the message field would open the keyboard.
    leaveAnswer: (answer) =>
      leaveAnswer(scrollRef.current, answer, isTouchDevice ? focusElement : () => focusField("message")),
    reveal: (messageId) => reveal({ messageId, isFound: false }),
    openEditor: edits.open,
    remove: operations.remove,
    fork: operations.fork,
  });
  const announcementRef = useAnswerAnnouncement(isStreaming, messages, headId, retry);
  useFoundMessage(props, isStreaming, revealFoundMessage);
  const [renderCount, renderAgain] = useReducer((count: number) => count + 1, 0);
  useWorkspaceEvent("triggerChatReRender", renderAgain);
  const lastUserText = useMemo(() => messages.findLast(({ role }) => role === "user")?.content ?? null, [messages]);

  useEffect(() => {
    runs.resume(conversation);
    browserSteps.resume(conversation);
  }, [runs, browserSteps, conversation]);
  // A message may also be sent from elsewhere, for example by a follow-up button.
  useEffect(
    () =>
      onSend((sentConversationId, isAutomatic) => {
        // The reader of a long answer is not taken away from it.
        if (sentConversationId === id && !(isAutomatic && isAway)) followAnswer();
      }),
    [onSend, id, isAway, followAnswer],
  );

  return (
    <div className={classes.thread} data-empty={isEmpty || undefined} data-list-bounds>
      <div ref={scrollRef} className={classes.scroll}>
        <div ref={contentRef} className={classes.column} data-empty={isEmpty || undefined}>
          {isEmpty ? (
            <>
              {emptyState}
              {isNarrow && emptyTools}
            </>
          ) : (
            <MessageEditingContext value={edits.editing}>
              <AutomaticRetryContext value={retry}>
                <LazyMessageList
                  key={renderCount}
                  conversationId={id}
                  messages={messages}
                  headId={headId}
                  store={runs.store}
                  scrollRef={scrollRef}
                  blockedReason={blockedReason}
                  editingIds={edits.editingIds}
                  requestedId={requestedId}
                  actions={actions}
                />
              </AutomaticRetryContext>
            </MessageEditingContext>
          )}
        </div>
        {!isEmpty && <div ref={markEnd} />}
      </div>
      <div ref={footRef} className={classes.foot} data-foot>
        <div className={classes.over}>
          <div ref={setOverlayArea} className={classes.footColumn} />
        </div>
        {isAway && !isEmpty && <ScrollDownButton onClick={scrollToEnd} />}
        <div className={classes.gutter}>
          <div className={classes.footColumn}>
            {!isEmpty && aboveField}
            {conversation.isArchived && <ArchivedNotice conversationId={id} />}
            {!isEmpty && <UnavailableModelNotice conversation={conversation} />}
            <Composer
              userId={userId}
              conversation={conversation}
              model={model}
              draftKey={draftKey}
              lastUserText={lastUserText}
              isStreaming={isStreaming}
              isStopping={isStopping}
              blockedReason={blockedReason}
              overlayArea={overlayArea}
              onEditLast={actions.changes.editLast}
              onStop={() => void runs.stop(id)}
            />
          </div>
        </div>
      </div>
      {isEmpty && !isNarrow && (
        <div className={classes.tools}>
          <div className={classes.footColumn}>{emptyTools}</div>
        </div>
      )}
      <VisuallyHidden ref={announcementRef} role="status" />
      {operations.overlays}
    </div>
  );
}

/** Focuses the actions of a message after its editor has closed or the focused element was removed. */
function focusActions(area: HTMLElement | null, messageId: string): void {
  // Wait until the message is rendered without its editor.
  requestAnimationFrame(() => {
    const element = findMessageElement(area, messageId);
    if (!element) return;
    const actions = ["edit", "more"].map((name) => element.querySelector<HTMLElement>(`[data-action="${name}"]`));
    const button = actions.find((action) => action !== null);
    if (button) button.focus({ preventScroll: true });
    else focusElement(element);
  });
}

import { getBranch, type Message } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { memo, type RefObject, use, useCallback, useMemo } from "react";
import { useStore } from "zustand";
import type { RunStore } from "../../../entities/chat/runs/runStore.ts";
import { useLiveAnswerId } from "../../../entities/chat/runs/useRun.ts";
import { ChatSlotsContext } from "../../../entities/chat/slots/chatSlots.ts";
import { type ShownMessage, withVersions } from "../../../entities/conversations/messageTree.ts";
import { usePreloadWhenIdle } from "../../../lib/preload/usePreloadWhenIdle.ts";
import { useIsPrinting } from "../../../ui/printing/useIsPrinting.ts";
import { AssistantMessage } from "./AssistantMessage.tsx";
import { loadMessageMenu } from "./MessageMenuButton.tsx";
import { getFirstRenderedIndex, isSmall, splitIntoChunks } from "./messageChunks.ts";
import { getAnswerStreamingReason } from "./messageTexts.ts";
import { OtherMessage } from "./OtherMessage.tsx";
import type { ThreadActions } from "./threadActions.ts";
import { UserMessage } from "./UserMessage.tsx";
import { useNearViewport } from "./useNearViewport.ts";
import { VirtualizedChunk } from "./VirtualizedChunk.tsx";

interface MessageListProps {
  conversationId: string;
  /** The message tree: every version of every message. */
  messages: readonly Message[];
  headId: string | null;
  store: RunStore;
  /** The element that scrolls the messages. */
  scrollRef: RefObject<HTMLElement | null>;
  /**
   * The reason why no other answer can be requested, such as a missing model; null if there is none. Does not cover a
   * running answer.
   */
  blockedReason: string | null;
  /** The ids of the messages that are being edited. */
  editingIds: ReadonlySet<string>;
  /** The id of a message that must be rendered even if it is far from the viewport; null if there is none. */
  requestedId: string | null;
  actions: ThreadActions;
}

/**
 * The shown branch of a conversation. The list is not a live region: a finished answer is announced elsewhere. In a
 * long conversation, only messages near the viewport are rendered, except for printing.
 */
export const MessageList = memo(function MessageList(props: MessageListProps) {
  const { conversationId, messages, headId, store, scrollRef, blockedReason, editingIds, requestedId, actions } = props;
  const shownMessages = useMemo(() => withVersions(messages, getBranch(messages, headId)), [messages, headId]);
  const chunks = useMemo(() => splitIntoChunks(shownMessages), [shownMessages]);
  const labels = useMemo(() => new Map(messages.map(({ id, label }) => [id, label])), [messages]);
  const staysMounted = useMemo(() => isSmall(shownMessages), [shownMessages]);
  const isPrinting = useIsPrinting();
  const watch = useNearViewport(scrollRef);
  const getScrollArea = useCallback(() => scrollRef.current, [scrollRef]);
  const liveReplyId = useLiveAnswerId(store, conversationId);
  const lostRequestIds = useStore(store, (state) => state.lostRequestIds);
  usePreloadWhenIdle(loadMessageMenu);
  usePreloadWhenIdle(use(ChatSlotsContext).messageActions.load);
  const firstRenderedIndex = getFirstRenderedIndex(chunks);
  const lastMessage = shownMessages.at(-1)?.message;
  const lastUserMessageId = useMemo(
    () => shownMessages.findLast(({ message }) => message.role === "user")?.message.id,
    [shownMessages],
  );
  // A question is answered with the documents of earlier ones, too.
  const hasDocuments = useMemo(() => shownMessages.some(({ message }) => isWithDocuments(message)), [shownMessages]);
  const changeBlockedReason = liveReplyId === null ? null : getAnswerStreamingReason();

  const renderMessage = ({ message, versionIds }: ShownMessage) => {
    const isEditing = editingIds.has(message.id);
    const sharedProps = { message, versionIds, changeBlockedReason, actions };
    switch (message.role) {
      case "user":
        return (
          <UserMessage
            key={message.id}
            {...sharedProps}
            isEditing={isEditing}
            isLastUserMessage={message.id === lastUserMessageId}
          />
        );
      case "assistant":
        return (
          <AssistantMessage
            key={message.id}
            {...sharedProps}
            question={message.parentId === null ? undefined : labels.get(message.parentId)}
            hasDocuments={message.id === liveReplyId && hasDocuments}
            isEditing={isEditing}
            conversationId={conversationId}
            store={store}
            isLive={message.id === liveReplyId}
            isLast={message === lastMessage}
            isLost={lostRequestIds.has(message.data.run?.requestId ?? "")}
            blockedReason={changeBlockedReason ?? blockedReason}
          />
        );
      case "environment":
      case "system":
        return <OtherMessage key={message.id} {...sharedProps} />;
      default:
        return message.role satisfies never;
    }
  };
  return (
    <div role="log" aria-live="off" aria-label={t`Messages`}>
      {chunks.map((chunk, index) => (
        <VirtualizedChunk
          // biome-ignore lint/suspicious/noArrayIndexKey: another version of a message must not remount its chunk
          key={index}
          watch={watch}
          estimatedPx={chunk.estimatedPx}
          isRenderedInitially={index >= firstRenderedIndex}
          isRequested={requestedId !== null && chunk.messages.some(({ message }) => message.id === requestedId)}
          staysMounted={staysMounted}
          isPrinting={isPrinting}
          getScrollArea={getScrollArea}
        >
          {() => chunk.messages.map(renderMessage)}
        </VirtualizedChunk>
      ))}
    </div>
  );
});

const isWithDocuments = ({ data }: Message) => (data.dataSources ?? []).length > 0;

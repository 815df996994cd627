import { type Message, threadOf } from "@lectern/contract";
import { memo, type RefObject, useCallback, useMemo } from "react";
import { useStore } from "zustand";
import { AssistantMessage } from "./AssistantMessage.tsx";
import { chunksOf, firstDrawnOf, isSmall } from "./messageChunks.ts";
import { type ShownMessage, withVersions } from "./messageTree.ts";
import { NearOnly } from "./NearOnly.tsx";
import type { RunStore } from "./runStore.ts";
import type { ThreadActions } from "./threadActions.ts";
import { UserMessage } from "./UserMessage.tsx";
import { useNearness } from "./useNearness.ts";
import { useLiveReplyId } from "./useRun.ts";

interface MessageListProps {
  conversationId: string;
  /** The tree: every version of every message. */
  messages: readonly Message[];
  headId: string | null;
  store: RunStore;
  /** What the messages are scrolled in. */
  scrollRef: RefObject<HTMLElement | null>;
  /** Why no other answer can be asked for now; null: it can. */
  blockedReason: string | null;
  actions: ThreadActions;
}

/**
 * The shown branch of a conversation. It is a log that is not read out as it grows: a finished answer is announced elsewhere.
 * Of a long one only what is near to what is seen stands in the page.
 */
export const MessageList = memo(function MessageList(props: MessageListProps) {
  const { conversationId, messages, headId, store, scrollRef, blockedReason, actions } = props;
  const thread = useMemo(() => withVersions(messages, threadOf(messages, headId)), [messages, headId]);
  const chunks = useMemo(() => chunksOf(thread), [thread]);
  const isKept = useMemo(() => isSmall(thread), [thread]);
  const watch = useNearness(scrollRef);
  const scrollArea = useCallback(() => scrollRef.current, [scrollRef]);
  const liveReplyId = useLiveReplyId(store, conversationId);
  const lostRequestIds = useStore(store, (state) => state.lostRequestIds);
  const firstDrawn = firstDrawnOf(chunks);
  const last = thread.at(-1)?.message;

  const draw = ({ message, versionIds }: ShownMessage) => {
    if (message.role === "user") {
      return (
        <UserMessage
          key={message.id}
          message={message}
          versionIds={versionIds}
          blockedReason={liveReplyId === null ? null : "An answer is being written"}
          actions={actions}
        />
      );
    }
    if (message.role !== "assistant") return null;
    return (
      <AssistantMessage
        key={message.id}
        message={message}
        versionIds={versionIds}
        conversationId={conversationId}
        store={store}
        isLive={message.id === liveReplyId}
        isLast={message === last}
        isLost={lostRequestIds.has(message.data.run?.requestId ?? "")}
        blockedReason={liveReplyId === null ? blockedReason : "An answer is being written"}
        actions={actions}
      />
    );
  };
  return (
    <div role="log" aria-live="off" aria-label="Conversation">
      {chunks.map((chunk, index) => (
        <NearOnly
          // biome-ignore lint/suspicious/noArrayIndexKey: another version of a message must not empty the place that it stands in
          key={index}
          watch={watch}
          estimatedPx={chunk.estimatedPx}
          isDrawnAtFirst={index >= firstDrawn}
          isKept={isKept}
          scrollArea={scrollArea}
        >
          {() => chunk.messages.map(draw)}
        </NearOnly>
      ))}
    </div>
  );
});

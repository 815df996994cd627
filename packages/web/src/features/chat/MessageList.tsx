import { type Message, threadOf } from "@lectern/contract";
import { memo, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { AssistantMessage } from "./AssistantMessage.tsx";
import classes from "./MessageList.module.css";
import { withVersions } from "./messageTree.ts";
import type { RunStore } from "./runStore.ts";
import type { ThreadActions } from "./threadActions.ts";
import { UserMessage } from "./UserMessage.tsx";
import { useLiveReplyId } from "./useRun.ts";

interface MessageListProps {
  conversationId: string;
  /** The tree: every version of every message. */
  messages: readonly Message[];
  headId: string | null;
  store: RunStore;
  /** Why no other answer can be asked for now; null: it can. */
  blockedReason: string | null;
  actions: ThreadActions;
}

/** So many messages are drawn at first, and so many more at each wish. */
const drawnAtOnce = 100;

/** The shown branch of a conversation. It is a log that is not read out as it grows: a finished answer is announced elsewhere. */
export const MessageList = memo(function MessageList(props: MessageListProps) {
  const { conversationId, messages, headId, store, blockedReason, actions } = props;
  const [drawnCount, setDrawnCount] = useState(drawnAtOnce);
  const listRef = useRef<HTMLDivElement>(null);
  const firstBefore = useRef<Element | null>(null);
  const thread = useMemo(() => withVersions(messages, threadOf(messages, headId)), [messages, headId]);
  const liveReplyId = useLiveReplyId(store, conversationId);
  const lostRequestIds = useStore(store, (state) => state.lostRequestIds);
  const drawn = thread.slice(-drawnCount);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only more messages move the one that was the first.
  useLayoutEffect(() => firstBefore.current?.scrollIntoView({ block: "start" }), [drawnCount]);

  const drawEarlier = () => {
    firstBefore.current = listRef.current?.querySelector("article") ?? null;
    setDrawnCount(drawnCount + drawnAtOnce);
  };
  return (
    <div ref={listRef} role="log" aria-live="off" aria-label="Conversation" className={classes.list}>
      {drawn.length < thread.length && (
        <button type="button" className={classes.earlier} onClick={drawEarlier}>
          Show earlier messages ({thread.length - drawn.length})
        </button>
      )}
      {drawn.map(({ message, versionIds }) =>
        message.role === "user" ? (
          <UserMessage
            key={message.id}
            message={message}
            versionIds={versionIds}
            blockedReason={liveReplyId === null ? null : "An answer is being written"}
            actions={actions}
          />
        ) : message.role === "assistant" ? (
          <AssistantMessage
            key={message.id}
            message={message}
            versionIds={versionIds}
            conversationId={conversationId}
            store={store}
            isLive={message.id === liveReplyId}
            isLast={message === thread.at(-1)?.message}
            isLost={lostRequestIds.has(message.data.run?.requestId ?? "")}
            blockedReason={liveReplyId === null ? blockedReason : "An answer is being written"}
            actions={actions}
          />
        ) : null,
      )}
    </div>
  );
});

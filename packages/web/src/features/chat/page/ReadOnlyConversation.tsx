import type { Conversation } from "@lectern/contract";
import { type ReactNode, useMemo, useRef } from "react";
import { useChat } from "../../../entities/chat/ChatProvider.tsx";
import { LazyMessageList } from "../messages/LazyMessageList.tsx";
import type { ThreadActions } from "../messages/threadActions.ts";
import classes from "../thread/ChatThread.module.css";
import { useFootHeight } from "../thread/useFootHeight.ts";
import { ChatRegion } from "./ChatRegion.tsx";
import { openAppLink } from "./openAppLink.ts";

export interface ReadOnlyConversationProps {
  /** A conversation that need not be one of the person's. */
  conversation: Conversation;
  /** Shown above the messages. */
  head: ReactNode;
  /** Shown in the place of the message field. */
  foot: ReactNode;
}

const noIds: ReadonlySet<string> = new Set();
/** Nothing is written in it, also while one of the person's conversations has the same id. */
const noConversationId = "";

/** The messages of a conversation as they are, read from the beginning, without anything that changes them. */
export function ReadOnlyConversation({ conversation, head, foot }: ReadOnlyConversationProps) {
  const { runs } = useChat();
  const { name, messages, headId } = conversation;
  const scrollRef = useRef<HTMLDivElement>(null);
  const footRef = useFootHeight();
  const actions = useMemo(
    (): ThreadActions => ({
      openAppLink: (href) => openAppLink(href, messages),
      download: (message) =>
        void import("../thread/downloadMessage.ts").then(({ downloadMessage }) => downloadMessage(message, name)),
      changes: null,
    }),
    [name, messages],
  );
  return (
    <ChatRegion>
      <div className={classes.thread}>
        <div ref={scrollRef} className={classes.scroll}>
          <div className={classes.column}>
            {head}
            <LazyMessageList
              conversationId={noConversationId}
              messages={messages}
              headId={headId}
              store={runs.store}
              scrollRef={scrollRef}
              blockedReason={null}
              editingIds={noIds}
              // The beginning is rendered with the first frame, too.
              requestedId={messages[0]?.id ?? null}
              actions={actions}
            />
          </div>
        </div>
        <div ref={footRef} className={classes.foot}>
          <div className={classes.gutter}>
            <div className={classes.footColumn}>{foot}</div>
          </div>
        </div>
      </div>
    </ChatRegion>
  );
}

import { type Conversation, type DataSource, leafBelow, type Message, type Model } from "@lectern/contract";
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { SendOutcome } from "./activeRun.ts";
import classes from "./ChatThread.module.css";
import { Composer } from "./Composer.tsx";
import type { ChatRuns } from "./chatRuns.ts";
import type { ComposerAttachments } from "./composerAttachments.ts";
import { MessageList } from "./MessageList.tsx";
import { ScrollDownButton } from "./ScrollDownButton.tsx";
import type { ThreadActions } from "./threadActions.ts";
import { useAnswerAnnouncement } from "./useAnswerAnnouncement.ts";
import { useFootHeight } from "./useFootHeight.ts";
import { useIsStopping, useIsStreaming } from "./useRun.ts";
import { useStickToEnd } from "./useStickToEnd.ts";

export interface ChatThreadProps {
  conversation: Conversation;
  /** The model that answers; null: none can be had (yet). */
  model: Model | null;
  runs: ChatRuns;
  /** Whose draft it is. */
  userId: string;
  /** Under what name the draft is kept; the conversation's id unless given. One name for all that are new keeps it over a reload. */
  draftKey?: string;
  /** What stands in the place of the messages while there are none. */
  empty: ReactNode;
  /** Documents that go with the next message; absent: none can. */
  attachments?: ComposerAttachments | null;
  /** Shows a notice with exactly this text, and `more` beneath it, and the role `alert`. */
  alert: (text: string, more?: string | null) => void;
  /** Why nothing can be sent; null: it can, where there is a model. */
  blockedReason?: string | null;
  /** Called with the address of an in-app link (`#…`) in an answer. */
  onAppLink?: (href: string) => void;
}

/** One conversation: its messages, or what stands in their place, and the field for the next one. */
export function ChatThread(props: ChatThreadProps) {
  return <Thread key={props.conversation.id} {...props} />;
}

function Thread(props: ChatThreadProps) {
  const { conversation, model, runs, userId, empty, alert } = props;
  const { id, messages, headId } = conversation;
  const isStreaming = useIsStreaming(runs.store, id);
  const isStopping = useIsStopping(runs.store, id);
  const announcementRef = useAnswerAnnouncement(isStreaming, messages, headId);
  const { scrollRef, contentRef, isAway, toEnd } = useStickToEnd();
  const footRef = useFootHeight();
  const actions = useThreadActions(props, toEnd);
  const blockedReason = props.blockedReason ?? (model ? null : "Choose a model first");
  const lastAsked = useMemo(() => messages.findLast(({ role }) => role === "user")?.content ?? null, [messages]);

  useEffect(() => runs.resume(conversation), [runs, conversation]);

  const send = (text: string, dataSources: readonly DataSource[]): Promise<SendOutcome> => {
    if (!model) return Promise.resolve("returned");
    toEnd();
    return runs.send(conversation, model, text, dataSources);
  };
  return (
    <div className={classes.thread}>
      <div ref={scrollRef} className={classes.scroll}>
        <div ref={contentRef} className={classes.column} data-empty={messages.length === 0 || undefined}>
          {messages.length === 0 ? (
            empty
          ) : (
            <MessageList
              conversationId={id}
              messages={messages}
              headId={headId}
              store={runs.store}
              scrollRef={scrollRef}
              blockedReason={blockedReason}
              actions={actions}
            />
          )}
        </div>
      </div>
      <div ref={footRef} className={classes.foot}>
        {isAway && messages.length > 0 && <ScrollDownButton onClick={toEnd} />}
        <div className={classes.gutter}>
          <div className={classes.footColumn}>
            <Composer
              userId={userId}
              draftKey={props.draftKey ?? id}
              maxLength={model?.inputContextWindow ?? null}
              lastAsked={lastAsked}
              isStreaming={isStreaming}
              isStopping={isStopping}
              blockedReason={blockedReason}
              attachments={props.attachments ?? null}
              alert={alert}
              onSend={send}
              onStop={() => runs.stop(id)}
            />
          </div>
        </div>
      </div>
      <div ref={announcementRef} role="status" className={classes.announcement} />
    </div>
  );
}

/** The actions of the messages, the same functions at every draw. */
function useThreadActions(props: ChatThreadProps, toEnd: () => void): ThreadActions {
  const latest = useRef({ ...props, toEnd });
  useLayoutEffect(() => {
    latest.current = { ...props, toEnd };
  });
  const [actions] = useState(
    (): ThreadActions => ({
      answerAgain: (reply: Message) => {
        const { conversation, model, runs, toEnd } = latest.current;
        if (!model) return;
        toEnd();
        void runs.answerAgain(conversation, model, reply);
      },
      showVersion: (messageId) => {
        const { conversation, runs } = latest.current;
        void runs.showVersion(conversation.id, leafBelow(conversation.messages, messageId));
      },
      openAppLink: (href) => latest.current.onAppLink?.(href),
    }),
  );
  return actions;
}

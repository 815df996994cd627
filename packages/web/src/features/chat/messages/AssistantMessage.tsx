import { formatAnswer, hasWaitingStep, type Message, parseAssistantState } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { memo, Suspense, use, useMemo, useState } from "react";
import { interruptedEnd, offersContinuation, offersRetry } from "../../../entities/chat/answer/reply.ts";
import type { Run, RunStore } from "../../../entities/chat/runs/runStore.ts";
import { useLiveRun } from "../../../entities/chat/runs/useRun.ts";
import { AnswerParts } from "../../../entities/chat/slots/AnswerParts.tsx";
import { AnswerTextWrappers } from "../../../entities/chat/slots/AnswerTextWrappers.tsx";
import { ChatSlotsContext } from "../../../entities/chat/slots/chatSlots.ts";
import { SlotList } from "../../../entities/chat/slots/SlotList.tsx";
import { AnswerPlaceholder } from "../../../entities/chat/view/AnswerPlaceholder.tsx";
import { AnswerSourceContext } from "../../../entities/chat/view/fenceSource.ts";
import { Reasoning } from "../../../entities/chat/view/Reasoning.tsx";
import { StatusCards } from "../../../entities/chat/view/StatusCards.tsx";
import { translateServerText } from "../../../lib/i18n/translateServerText.ts";
import { lazy } from "../../../lib/preload/lazy.ts";
import { LazyMessageEditor } from "../editor/LazyMessageEditor.tsx";
import { AnswerEnding } from "../ending/AnswerEnding.tsx";
import { useStepInserts } from "../steps/useStepInserts.ts";
import { AnswerAuthor } from "./AnswerAuthor.tsx";
import { AnswerText } from "./AnswerText.tsx";
import classes from "./Message.module.css";
import actionClasses from "./MessageActions.module.css";
import { MessageActions } from "./MessageActions.tsx";
import type { ThreadActions } from "./threadActions.ts";

const AnswerNotice = lazy(() => import("./AnswerNotice.tsx").then(({ AnswerNotice }) => ({ default: AnswerNotice })));

interface AssistantMessageProps {
  message: Message;
  /** The text as typed of the message that this one answers. */
  question?: string | undefined;
  /** True if the question or an earlier one has documents, which the server searches first. */
  hasDocuments?: boolean;
  versionIds: readonly string[];
  conversationId: string;
  store: RunStore;
  /** True if an editor is shown in place of the message's text. */
  isEditing: boolean;
  /** True while the answer is being written. */
  isLive: boolean;
  isLast: boolean;
  /** True if the server no longer has the answer's run and the end of the answer was not received. */
  isLost: boolean;
  /** The reason why the message cannot be changed now; null if it can. */
  changeBlockedReason: string | null;
  /** The reason why no other answer can be requested now; null if one can. */
  blockedReason: string | null;
  actions: ThreadActions;
}

/** An answer: the live text while it is being written, the stored message afterwards. */
export const AssistantMessage = memo(function AssistantMessage(props: AssistantMessageProps) {
  const { message, question, versionIds, conversationId, store, isEditing, isLive, isLast, isLost } = props;
  const { hasDocuments = false, changeBlockedReason, blockedReason, actions } = props;
  const { changes } = actions;
  const [isSourceShown, setIsSourceShown] = useState(false);
  const run = useLiveRun(store, conversationId, isLive);
  const content = run ? formatAnswer(run.answer) : message.content;
  const statuses = run?.answer.statuses ?? message.data.statuses ?? [];
  const reasoning = run?.answer.reasoning ?? message.data.reasoning ?? "";
  const state = run?.answer.state ?? message.data.state;
  const { belowAnswer, afterAnswer, answerActions, belowLastAnswer } = use(ChatSlotsContext);
  const end = isLive ? undefined : (message.data.end ?? (isLost ? interruptedEnd : undefined));
  const name = message.data.modelName === undefined ? t`Assistant` : translateServerText(message.data.modelName);
  // Before the first event, only the stored message knows it.
  const storedState = message.data.state;
  const assistant = useMemo(() => parseAssistantState(state) ?? parseAssistantState(storedState), [state, storedState]);
  const inserts = useStepInserts({ message, run, isLast, changes });
  const hasBody = content !== "" || inserts.length > 0;
  const isThinking = isLive && !hasBody && reasoning !== "";
  const canContinue = changes && isLast && !isEditing && offersContinuation(message, end, question);
  const isReadOnly = changes === null;
  const source = useMemo(
    () => (isReadOnly ? null : { conversationId, messageId: message.id }),
    [isReadOnly, conversationId, message.id],
  );
  const isChangeable = !isReadOnly && !isLive && !isEditing && !isSourceShown && !hasWaitingStep(message.data);
  const changeableAnswer = useMemo(
    () => (isChangeable ? { message, conversationId } : null),
    [isChangeable, message, conversationId],
  );
  const writtenContent = (
    <AnswerSourceContext value={source}>
      <AnswerText {...{ question, content, inserts, isLive, isSourceShown }} onAppLink={actions.openAppLink} />
    </AnswerSourceContext>
  );
  // Other events, such as the sources, may come long before the first token.
  const isWaiting = !hasBody && run && run.phase !== "stopping";
  return (
    <article
      className={classes.assistant}
      aria-label={assistant ? `${assistant.currentAssistantName}, ${name}` : name}
      aria-busy={isLive}
      data-message={message.id}
    >
      <h2 className={classes.name}>
        <AnswerAuthor name={name} assistant={assistant} />
      </h2>
      <div className={classes.body}>
        <StatusCards statuses={statuses} state={state} text={content} isStreaming={isLive} />
        {reasoning !== "" && (
          <Reasoning text={reasoning} isThinking={isThinking} isLive={isLive} onAppLink={actions.openAppLink} />
        )}
        {isWaiting && !isThinking ? (
          <AnswerPlaceholder isSearching={hasDocuments && state?.sources === undefined && statuses.length === 0} />
        ) : (
          (hasBody || (isLive && !isThinking)) && (
            <AnswerTextWrappers state={state} text={content} answer={changeableAnswer}>
              {isEditing ? (
                <LazyMessageEditor message={message} kind="save" fallback={writtenContent} />
              ) : (
                writtenContent
              )}
            </AnswerTextWrappers>
          )
        )}
        {run && <LiveNote phase={run.phase} />}
        <SlotList list={belowAnswer} props={{ message, conversationId, isReadOnly }} />
        {!isLive && message.data.notice !== undefined && (
          <Suspense fallback={null}>
            <AnswerNotice
              notice={message.data.notice}
              untransformed={message.data.untransformed ?? null}
              onAppLink={actions.openAppLink}
            />
          </Suspense>
        )}
        {end && (
          <AnswerEnding
            end={end}
            hasText={content !== ""}
            requestId={message.data.run?.requestId}
            blockedReason={blockedReason}
            onAnswerAgain={changes && ((model) => changes.answerAgain(message, model))}
            onContinue={canContinue ? () => changes.continuePartial(message) : null}
          />
        )}
      </div>
      <div className={classes.foot} data-live={isLive || undefined}>
        {!isLive && !isEditing && (
          <MessageActions
            messageKind="answer"
            message={message}
            text={content}
            versionIds={versionIds}
            isProminent={isLast}
            blockedReason={changeBlockedReason}
            answerAgainBlockedReason={blockedReason}
            {...(changes && !offersRetry(end, content !== "")
              ? { onAnswerAgain: (model) => changes.answerAgain(message, model) }
              : {})}
            {...(content === ""
              ? {}
              : { source: { isShown: isSourceShown, toggle: () => setIsSourceShown(!isSourceShown) } })}
            extraActions={
              !changes || content === ""
                ? undefined
                : {
                    buttons: answerActions.map(({ id, Buttons }) => (
                      <Buttons key={id} {...{ message, conversationId }} buttonClass={actionClasses.button} />
                    )),
                    items: answerActions.map(({ id, Items }) => <Items key={id} {...{ message, conversationId }} />),
                  }
            }
            actions={actions}
          />
        )}
        {state !== undefined && (
          <AnswerParts
            state={state}
            text={content}
            isStreaming={isLive}
            thread={
              changes && {
                conversationId,
                blockedReason,
                answerWithAllMessages: () => changes.answerWithAllMessages(message),
              }
            }
          />
        )}
      </div>
      <SlotList list={afterAnswer} props={{ message, conversationId, isReadOnly }} />
      {changes && isLast && !isLive && !hasWaitingStep(message.data) && (
        <SlotList list={belowLastAnswer} props={{ conversationId }} />
      )}
    </article>
  );
});

function LiveNote({ phase }: { phase: Run["phase"] }) {
  if (phase === "reconnecting") return <p className={classes.note}>{t`Reconnecting to the answer…`}</p>;
  if (phase === "stopping") return <p className={classes.note}>{t`Stopping…`}</p>;
  return null;
}

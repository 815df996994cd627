import {
  type AssistantSummary,
  type Conversation,
  type Model,
  narrowWidthPx,
  type PromptTemplate,
} from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { ActionIcon } from "@mantine/core";
import { IconArrowUp, IconPlayerStopFilled, IconPlaylistAdd } from "@tabler/icons-react";
import { type ClipboardEvent, type KeyboardEvent, type MouseEventHandler, Suspense, use, useRef } from "react";
import { createPortal } from "react-dom";
import { requestGroupType } from "../../../entities/assistants/groupTypeRequest.ts";
import { selectAssistant } from "../../../entities/assistants/selectAssistant.ts";
import { useChat } from "../../../entities/chat/ChatProvider.tsx";
import { showChatError } from "../../../entities/chat/chatNotices.ts";
import { useHasQueuedMessages } from "../../../entities/chat/queue/useQueuedMessages.ts";
import type { MessageDraft } from "../../../entities/chat/sending/messageDraft.ts";
import { useReturnedDrafts } from "../../../entities/chat/sending/returnedDrafts.ts";
import type { SendRefusal, SendResult } from "../../../entities/chat/sending/sendResult.ts";
import { ChatSlotsContext } from "../../../entities/chat/slots/chatSlots.ts";
import { moveDraftDocuments } from "../../../entities/files/upload/draftDocuments.ts";
import { fillPrompt } from "../../../entities/prompts/fillPrompt.ts";
import { markPromptUsed } from "../../../entities/prompts/recentPrompts.ts";
import type { RenderedPrompt } from "../../../entities/prompts/template/renderedPrompt.ts";
import { keyNames } from "../../../entities/shell/shortcuts.ts";
import { useIsNarrow, useIsOnline } from "../../../lib/device.ts";
import { lazy } from "../../../lib/preload/lazy.ts";
import { notifyFailure } from "../../../ui/notices/notify.tsx";
import { Tooltip } from "../../../ui/tooltip/Tooltip.tsx";
import classes from "./Composer.module.css";
import { isMobile, isSendingKey } from "./sendingKey.ts";
import { useAutosize } from "./useAutosize.ts";
import { useCostQuestion } from "./useCostQuestion.tsx";
import { useDocumentsWait } from "./useDocumentsWait.tsx";
import { useDraft } from "./useDraft.ts";
import { useFocusOnWideScreen } from "./useFocusOnWideScreen.ts";
import { useIsMultiline } from "./useIsMultiline.ts";
import { useLimitedText } from "./useLimitedText.tsx";
import { usePasteHandlers } from "./usePasteHandlers.ts";
import { useSlashList } from "./useSlashList.tsx";
import { useStopClickGuard } from "./useStopClickGuard.ts";

const QueuedMessages = lazy(() =>
  import("./QueuedMessages.tsx").then(({ QueuedMessages }) => ({ default: QueuedMessages })),
);

interface ComposerProps {
  userId: string;
  conversation: Conversation;
  /** The model that answers; null if there is none or it has not been loaded yet. */
  model: Model | null;
  /** The key that the draft is stored under. */
  draftKey: string;
  lastUserText: string | null;
  isStreaming: boolean;
  isStopping: boolean;
  /**
   * The reason why nothing can be sent, such as a missing model; null if there is none. Does not cover a running
   * answer.
   */
  blockedReason: string | null;
  /** The element in which the list above the field is rendered. */
  overlayArea: HTMLElement | null;
  /** Opens the last user message for editing. Returns false if there is none or it cannot be edited now. */
  onEditLast: () => boolean;
  onStop: () => void;
}

/** The field for the next message, with a send button or, while an answer is being written, a stop button. */
export function Composer(props: ComposerProps) {
  const { userId, conversation, model, draftKey, lastUserText, isStreaming, isStopping, blockedReason } = props;
  const { onEditLast, onStop } = props;
  const chat = useChat();
  const { composerTools, slashList: promptSlot, assistantList: assistantSlot } = use(ChatSlotsContext);
  const isNarrow = useIsNarrow();
  const isOnline = useIsOnline();
  const draft = useDraft(userId, draftKey, lastUserText);
  const fieldRef = useRef<HTMLTextAreaElement>(null);
  const isEmpty = draft.text.trim() === "";
  const limitedText = useLimitedText({
    fieldRef,
    text: draft.text,
    setText: draft.setText,
    maxLength: model?.inputContextWindow ?? null,
    showError: showChatError,
  });
  /**
   * The prompt or returned draft that was last inserted. If the field contains exactly its text, except for white space
   * at the end, its other fields are sent with the text.
   */
  const insertedPromptRef = useRef<MessageDraft | null>(null);
  const slashList = useSlashList({
    fieldRef,
    text: draft.text,
    trigger: "/",
    contribution: promptSlot,
    async choose(prompt: PromptTemplate) {
      const rendered = await renderForField(prompt, userId, draftKey);
      if (rendered) insertedPromptRef.current = rendered;
      return rendered?.text ?? null;
    },
  });
  const assistantList = useSlashList({
    fieldRef,
    text: draft.text,
    trigger: "@",
    contribution: assistantSlot,
    async choose({ assistantId }: AssistantSummary) {
      selectAssistant(userId, conversation, assistantId);
      return "";
    },
  });
  const lists = [slashList, assistantList];
  const toolProps = { conversation, model, draftKey, text: draft.text, setText: draft.setText };
  const handlePaste = usePasteHandlers(composerTools, toolProps);
  useAutosize(fieldRef, draft.text);
  const isMultiline = useIsMultiline(fieldRef, draft.text);
  useFocusOnWideScreen(fieldRef, isStreaming);
  const focusField = () => fieldRef.current?.focus({ preventScroll: true });
  const documentsWait = useDocumentsWait({ userId, draftKey, submit: (isUrgent) => submit(isUrgent), focusField });
  useReturnedDrafts(conversation.id, (returnedDraft) => {
    draft.add(returnedDraft.text);
    insertedPromptRef.current = returnedDraft;
    documentsWait.stop();
  });
  const hasQueue = useHasQueuedMessages(conversation.id);
  const isMeantForStop = useStopClickGuard(isStreaming);

  const costQuestion = useCostQuestion((isUrgent) => submit(isUrgent, true));

  /** Sends the message or, while an answer is being written, queues it. `isUrgent`: the answer is stopped for it. */
  const submit = (isUrgent = false, acceptsCost = false) => {
    const text = draft.text.trimEnd();
    const prompt = insertedPromptRef.current?.text.trimEnd() === text ? insertedPromptRef.current : {};
    const message = {
      ...{ ...prompt, text, conversationId: conversation.id, documentsKey: draftKey },
      // What has been accepted for a message that has come back is asked again.
      acceptsCost: acceptsCost || undefined,
    };
    const result = chat.send(message);
    const isQueued = result.status === "refused" && result.refusal.reason === "streaming";
    const refusal = isQueued ? chat.queue.add(message, { sendsNow: isUrgent }) : getRefusal(result);
    if (refusal && documentsWait.start(refusal, isUrgent)) return;
    documentsWait.stop();
    if (refusal && costQuestion.start(refusal, isUrgent)) return;
    if (refusal) {
      if (refusal.reason === "assistant") requestGroupType(conversation.id);
      return showChatError(refusal.text);
    }
    limitedText.dismissRejectedInsertion();
    if (result.status === "refused") {
      insertedPromptRef.current = null;
      return draft.setText("");
    }
    if (innerWidth < narrowWidthPx) fieldRef.current?.blur();
    draft.send(conversation.id, result.outcome);
  };

  const updateLists = () => {
    for (const list of lists) list.update();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (lists.some((list) => list.press(event))) return event.preventDefault();
    if (event.key === "ArrowUp" && draft.text === "" && isPlainKeyPress(event) && !isStreaming && onEditLast())
      return event.preventDefault();
    if (event.key === "Escape" && documentsWait.notice && isPlainKeyPress(event)) {
      event.preventDefault();
      return documentsWait.stop();
    }
    if (event.key === "Escape" && isStreaming && isPlainKeyPress(event)) {
      event.preventDefault();
      return onStop();
    }
    const { key, shiftKey, keyCode } = event;
    const keyPress = { key, shiftKey, keyCode, isComposing: event.nativeEvent.isComposing };
    if (!isSendingKey(keyPress, navigator.userAgent)) return;
    event.preventDefault();
    submit(event.ctrlKey || event.metaKey);
  };

  const paste = (event: ClipboardEvent) => {
    if (handlePaste(event.clipboardData)) event.preventDefault();
  };

  return (
    <form
      className={classes.form}
      aria-label={t`Message`}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty) submit();
      }}
    >
      {costQuestion.dialog}
      {limitedText.rejectedInsertionNotice}
      <div role="status" className={classes.documentsStatus}>
        {documentsWait.notice}
      </div>
      {hasQueue && (
        <Suspense fallback={null}>
          <QueuedMessages
            conversation={conversation}
            draftKey={draftKey}
            isStreaming={isStreaming}
            focusField={focusField}
          />
        </Suspense>
      )}
      <div className={classes.box} data-multiline={isMultiline || undefined}>
        {props.overlayArea && createPortal(slashList.list || assistantList.list, props.overlayArea)}
        {composerTools.map(
          ({ id, Shelf }) =>
            Shelf && (
              <div key={id} className={classes.shelf} data-shelf>
                <Suspense fallback={null}>
                  <Shelf {...toolProps} />
                </Suspense>
              </div>
            ),
        )}
        {composerTools.map(
          ({ id, Button: Tool }) =>
            Tool && (
              <Suspense key={id} fallback={null}>
                <Tool {...toolProps} />
              </Suspense>
            ),
        )}
        <textarea
          ref={fieldRef}
          className={classes.field}
          dir="auto"
          rows={1}
          aria-label={t`Message`}
          // The longer one does not fit beside the buttons of a narrow screen.
          placeholder={promptSlot && !isNarrow ? t`Ask anything, / for prompts` : t`Ask anything`}
          {...(assistantList.list ? assistantList : slashList).fieldProps}
          enterKeyHint={isMobile(navigator.userAgent) ? "enter" : "send"}
          value={draft.text}
          onChange={(event) => {
            limitedText.change(event);
            // Who edits the text is not done with it.
            if (documentsWait.isWaiting) documentsWait.stop();
            updateLists();
          }}
          onSelect={updateLists}
          onBlur={() => {
            for (const list of lists) list.close();
          }}
          onFocus={updateLists}
          onKeyDown={onKeyDown}
          onPaste={paste}
        />
        {composerTools.map(
          ({ id, EndButton: Tool }) =>
            Tool && (
              <Suspense key={id} fallback={null}>
                <Tool {...toolProps} />
              </Suspense>
            ),
        )}
        {isStreaming ? (
          <>
            {!isEmpty && <QueueButton />}
            <StopButton isStopping={isStopping} onStop={onStop} />
          </>
        ) : (
          <SendButton
            blockedReason={getSendBlockedReason({ isEmpty, isWaiting: documentsWait.isWaiting, blockedReason })}
            isOnline={isOnline}
            onClick={(event) => {
              if (isMeantForStop(event)) event.preventDefault();
            }}
          />
        )}
      </div>
    </form>
  );
}

/**
 * Renders a prompt for the field, and moves the prompt's documents to the field's draft. Resolves to null if the person
 * cancels, or after a notice if rendering fails.
 */
async function renderForField(
  prompt: PromptTemplate,
  userId: string,
  draftKey: string,
): Promise<RenderedPrompt | null> {
  const filledPrompt = await fillPrompt({ prompt, purpose: "insert" }).catch(notifyFailure);
  if (!filledPrompt) return null;
  for (const key of filledPrompt.documentKeys) moveDraftDocuments(userId, key, draftKey);
  filledPrompt.discardEntries();
  markPromptUsed(userId, prompt.id);
  return filledPrompt.rendered;
}

interface SendBlockers {
  isEmpty: boolean;
  isWaiting: boolean;
  blockedReason: string | null;
}

function getSendBlockedReason({ isEmpty, isWaiting, blockedReason }: SendBlockers): string | null {
  if (isEmpty) return t`Write a message first`;
  return isWaiting ? t`Waiting for the documents` : blockedReason;
}

const getRefusal = (result: SendResult): SendRefusal | null => (result.status === "refused" ? result.refusal : null);

const isPlainKeyPress = ({ shiftKey, ctrlKey, metaKey, altKey, nativeEvent }: KeyboardEvent) =>
  !shiftKey && !ctrlKey && !metaKey && !altKey && !nativeEvent.isComposing;

interface SendButtonProps {
  blockedReason: string | null;
  /** If false, the button is dimmed, but sends: a server on the same computer may respond. */
  isOnline: boolean;
  onClick: MouseEventHandler;
}

function SendButton({ blockedReason, isOnline, onClick }: SendButtonProps) {
  const label = isOnline ? t`Send message` : t`Send message (you’re offline)`;
  return (
    <Tooltip label={blockedReason ?? label}>
      <ActionIcon
        type="submit"
        size={36}
        radius="md"
        className={classes.send}
        aria-label={label}
        aria-disabled={blockedReason !== null || undefined}
        data-offline={!isOnline || undefined}
        onClick={onClick}
      >
        <IconArrowUp size={20} stroke={2} />
      </ActionIcon>
    </Tooltip>
  );
}

function QueueButton() {
  const modKey = keyNames.mod();
  const label = t`Queue message. ${modKey} + Enter sends it now`;
  return (
    <Tooltip label={label}>
      <ActionIcon type="submit" size={36} radius="md" className={classes.send} aria-label={t`Queue message`}>
        <IconPlaylistAdd size={20} stroke={1.8} />
      </ActionIcon>
    </Tooltip>
  );
}

/** In the place of the send button and as large, so that nothing moves when an answer begins or ends. */
function StopButton({ isStopping, onStop }: { isStopping: boolean; onStop: () => void }) {
  return (
    <Tooltip label={t`Stop the answer (Esc)`}>
      <ActionIcon
        size={36}
        radius="md"
        className={`${classes.send} ${classes.stop}`}
        loading={isStopping}
        aria-label={t`Stop Generating`}
        aria-keyshortcuts="Escape"
        // A double click on the send button ends on this button, which has replaced it: ignore the second click.
        onClick={(event) => event.detail < 2 && onStop()}
      >
        <IconPlayerStopFilled size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

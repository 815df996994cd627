import type { AssistantSummary, Conversation } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { IconChevronDown } from "@tabler/icons-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { findGroupType } from "../../../entities/assistants/conversationAssistant.ts";
import { useGroupTypeRequest } from "../../../entities/assistants/groupTypeRequest.ts";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";
import chipClasses from "../../../ui/chips/Chips.module.css";
import { notifyFailure } from "../../../ui/notices/notify.tsx";
import classes from "./ChosenAssistant.module.css";
import { GroupTypeChoice } from "./GroupTypeChoice.tsx";

interface GroupTypesProps {
  assistant: AssistantSummary;
  conversation: Conversation;
}

/**
 * Asks for the type of the assistant's group. The answer stays with the conversation. From the first message on, the
 * question is behind a button.
 */
export function GroupTypes({ assistant, conversation }: GroupTypesProps) {
  const { store } = useConversationStore();
  const chosen = findGroupType(assistant, conversation);
  /** The choice that is being stored; null: none. */
  const [pendingType, setPendingType] = useState<string | null>(null);
  const choose = (groupType: string) => {
    setPendingType(groupType);
    void store
      .changeSettings(conversation.id, { groupType })
      .catch(notifyFailure)
      .finally(() => setPendingType(null));
  };
  const fieldRef = useRef<HTMLFieldSetElement>(null);
  const isMissing = useMissingTypeFocus(conversation.id, chosen === null, fieldRef);
  const messageCount = conversation.messages.length;
  /** The number of messages when the person opened the question: the next message closes it. Null: it is closed. */
  const [openedAt, setOpenedAt] = useState<number | null>(null);
  const typeName = chosen?.name ?? "";
  const isSettled = messageCount > 0 && chosen !== null && !chosen.isDisabled;
  const isOpen = !isSettled || openedAt === messageCount;
  return (
    <>
      {isSettled && (
        <button
          type="button"
          className={`${chipClasses.chip} ${classes.typeChip}`}
          aria-label={t`Group: ${typeName}`}
          aria-expanded={isOpen}
          onClick={() => setOpenedAt(isOpen ? null : messageCount)}
        >
          <span className={chipClasses.name}>{typeName}</span>
          <IconChevronDown size={14} stroke={1.8} aria-hidden />
        </button>
      )}
      {isOpen && (
        <GroupTypeChoice
          question={assistant.groupUserTypeQuestion}
          types={assistant.groupTypes}
          chosenName={pendingType ?? chosen?.name ?? null}
          onChoose={choose}
          isMissing={isMissing}
          fieldRef={fieldRef}
        />
      )}
    </>
  );
}

/** Moves the focus to the question when a message waits for the answer. Returns true while one waits. */
function useMissingTypeFocus(
  conversationId: string,
  isUnanswered: boolean,
  fieldRef: RefObject<HTMLFieldSetElement | null>,
): boolean {
  const request = useGroupTypeRequest();
  const handledCountRef = useRef(request.count);
  const isMissing = isUnanswered && request.conversationId === conversationId;
  useEffect(() => {
    if (request.count === handledCountRef.current) return;
    handledCountRef.current = request.count;
    if (isMissing) fieldRef.current?.querySelector("input")?.focus();
  }, [request.count, isMissing, fieldRef]);
  return isMissing;
}

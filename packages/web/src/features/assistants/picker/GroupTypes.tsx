import type { AssistantSummary, Conversation } from "@lectern/contract";
import { useState } from "react";
import { findGroupType } from "../../../entities/assistants/conversationAssistant.ts";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";
import { notifyFailure } from "../../../ui/notices/notify.tsx";
import { GroupTypeChoice } from "./GroupTypeChoice.tsx";

interface GroupTypesProps {
  assistant: AssistantSummary;
  conversation: Conversation;
}

/** Asks for the type of the assistant's group. The answer stays with the conversation. */
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
  return (
    <GroupTypeChoice
      question={assistant.groupUserTypeQuestion}
      types={assistant.groupTypes}
      chosenName={pendingType ?? chosen?.name ?? null}
      onChoose={choose}
    />
  );
}

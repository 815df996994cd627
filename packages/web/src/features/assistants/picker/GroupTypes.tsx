import type { AssistantSummary, Conversation } from "@lectern/contract";
import { useId, useState } from "react";
import { describeDisabledType, findGroupType } from "../../../entities/assistants/conversationAssistant.ts";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";
import { notifyFailure } from "../../../ui/notices/notify.tsx";
import classes from "./GroupTypes.module.css";
import { getGroupTypeQuestion } from "./getGroupTypeQuestion.ts";

interface GroupTypesProps {
  assistant: AssistantSummary;
  conversation: Conversation;
}

/** The question which type of the assistant's group a person belongs to. The answer stays with the conversation. */
export function GroupTypes({ assistant, conversation }: GroupTypesProps) {
  const { store } = useConversationStore();
  const name = useId();
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
    <fieldset className={classes.types}>
      <legend className={classes.question}>{getGroupTypeQuestion(assistant.groupUserTypeQuestion)}</legend>
      {assistant.groupTypes.map((type) => (
        <label key={type.name} className={classes.type}>
          <input
            type="radio"
            name={name}
            checked={type.name === (pendingType ?? chosen?.name)}
            className={classes.radio}
            onChange={() => choose(type.name)}
          />
          {type.name}
        </label>
      ))}
      {chosen?.isDisabled && (
        <p role="status" className={classes.disabled}>
          {describeDisabledType(chosen.disabledMessage)}
        </p>
      )}
    </fieldset>
  );
}

import type { AssistantState } from "@lectern/contract";
import { AssistantIcon } from "../../../entities/assistants/AssistantIcon.tsx";
import { useAssistants } from "../../../entities/assistants/useAssistants.ts";
import { Logo } from "../../../ui/Logo.tsx";
import classes from "./Message.module.css";

interface AnswerAuthorProps {
  /** The name of the model. */
  name: string;
  /** The assistant that wrote the answer; null: none. */
  assistant: AssistantState | null;
}

/** Who wrote an answer: the assistant, if there is one, and the model. */
export function AnswerAuthor({ name, assistant }: AnswerAuthorProps) {
  return (
    <>
      {assistant ? <AssistantAuthor assistant={assistant} /> : <Logo size={18} />}
      {name}
    </>
  );
}

function AssistantAuthor({ assistant: { currentAssistantId, currentAssistantName } }: { assistant: AssistantState }) {
  const { data: assistants } = useAssistants();
  const known = assistants?.find(({ assistantId }) => assistantId === currentAssistantId);
  return (
    <>
      <AssistantIcon icon={known?.icon ?? ""} size={18} />
      <span className={classes.assistantName}>{currentAssistantName}</span>
    </>
  );
}

import type { AssistantSummary } from "@lectern/contract";
import { useChat } from "../../../entities/chat/ChatProvider.tsx";
import { StarterList } from "./StarterList.tsx";

interface AssistantStartersProps {
  conversationId: string;
  assistant: AssistantSummary;
}

/** The questions that the author of an assistant suggests. One that is chosen is sent. */
export function AssistantStarters({ conversationId, assistant: { starters } }: AssistantStartersProps) {
  const chat = useChat();
  return <StarterList starters={starters} onChoose={(text) => chat.sendOrReturn({ text, conversationId })} />;
}

import { useChat } from "../../../entities/chat/ChatProvider.tsx";
import type { AssistantIntroProps } from "../../../entities/chat/slots/chatSlots.ts";
import { StarterList } from "./StarterList.tsx";

/** The questions that the author of an assistant suggests. One that is chosen is sent. */
export function AssistantStarters({ conversationId, assistant: { starters } }: AssistantIntroProps) {
  const chat = useChat();
  return <StarterList starters={starters} onChoose={(text) => chat.sendOrReturn({ text, conversationId })} />;
}

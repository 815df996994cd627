import { createContext, use } from "react";
import { FenceIndexContext } from "../../../ui/markdown/fences/fenceIndex.ts";

interface AnswerSource {
  conversationId: string;
  messageId: string;
}

/** The message whose text is shown; null for text that is stored nowhere, such as a trial's. */
export const AnswerSourceContext = createContext<AnswerSource | null>(null);

interface FenceSource extends AnswerSource {
  /** The position of the fence among the fences of the message, which stays while the message grows. */
  index: number;
}

/** Returns where the fence around a component is; null if it is not in a stored message. */
export function useFenceSource(): FenceSource | null {
  const answer = use(AnswerSourceContext);
  const index = use(FenceIndexContext);
  return answer && index !== null ? { ...answer, index } : null;
}

import type { AssistantSummary, Message } from "@lectern/contract";
import { useAssistants } from "../assistants/useAssistants.ts";

/** True if an assistant of a group has written this message: their ids begin with `astgp`. */
export const isOfGroupAssistant = ({ data: { state } }: Message): boolean =>
  typeof state?.currentAssistantId === "string" && state.currentAssistantId.startsWith("astgp");

/**
 * The assistant of a group that has written an answer, if its conversations are analysed; null if not, undefined until
 * that is known.
 */
export function useAnalysedAssistant(message: Message): AssistantSummary | null | undefined {
  const isOfGroup = isOfGroupAssistant(message);
  const id = message.data.state?.currentAssistantId;
  const { data, isError } = useAssistants({ isEnabled: isOfGroup });
  if (!isOfGroup || (!data && isError)) return null;
  return data && (data.find(({ assistantId, analysis }) => assistantId === id && analysis !== null) ?? null);
}

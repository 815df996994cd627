import type { Conversation, getConversationAnalysis, OpOutput } from "@lectern/contract";
import { useQuery } from "@tanstack/react-query";
import { conversationAnalysisQuery } from "../../entities/analytics/analyticsQueries.ts";
import { isOfGroupAssistant } from "../../entities/analytics/useAnalysedAssistant.ts";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import { useBrowserEvent } from "../../lib/browserEvents/browserEvents.ts";

export type Opening = OpOutput<typeof getConversationAnalysis>["openings"][number];

/** Who has opened a conversation as an editor of a group, latest first; read again when somebody does. */
export function useOpenings({ id, messages }: Pick<Conversation, "id" | "messages">): readonly Opening[] {
  const { user } = useWorkspace();
  // Nobody opens any other conversation.
  const canBeOpened = messages.some(isOfGroupAssistant);
  const { data, refetch } = useQuery({
    ...conversationAnalysisQuery(user.id, id),
    enabled: canBeOpened,
    staleTime: 0,
  });
  useBrowserEvent("analysis", ({ conversationId }) => {
    if (conversationId === id && canBeOpened) void refetch();
  });
  return data?.openings ?? [];
}

import { type AnswerFeedback, listAnswerFeedback, rateAnswer } from "@lectern/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useIsLocalConversation } from "../../entities/conversations/useConversation.ts";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import { call } from "../../lib/call.ts";
import { notifyFailure } from "../../ui/notices/notify.tsx";

type FeedbackById = Record<string, AnswerFeedback>;

interface AnswerFeedbackState {
  status: "ready";
  /** Null if the answer has not been rated. */
  feedback: AnswerFeedback | null;
  /**
   * Shows the feedback at once. If it cannot be stored, shows the earlier one again, and says so. `onSuccess`: called
   * once it is stored, unless the component is gone.
   */
  rate: (feedback: AnswerFeedback | null, options?: { onSuccess: () => void }) => void;
}

/**
 * The person's feedback on an answer. `none`: it cannot be rated, because its conversation is not in the cloud or its
 * ratings cannot be read.
 */
export function useAnswerFeedback(
  conversationId: string,
  messageId: string,
): AnswerFeedbackState | { status: "loading" } | { status: "none" } {
  const { user } = useWorkspace();
  const cache = useQueryClient();
  const isLocal = useIsLocalConversation(conversationId) ?? true;
  const queryKey = ["answerFeedback", user.id, conversationId];
  const { data: feedback = null, status } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call(listAnswerFeedback, { conversationId }, { signal })).feedback,
    select: (byId: FeedbackById) => byId[messageId] ?? null,
    enabled: !isLocal,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const readShown = () => cache.getQueryData<FeedbackById>(queryKey)?.[messageId] ?? null;
  const show = (shown: AnswerFeedback | null) =>
    cache.setQueryData<FeedbackById>(queryKey, ({ [messageId]: _, ...others } = {}) =>
      shown ? { ...others, [messageId]: shown } : others,
    );
  const { mutate } = useMutation({
    // Two quick presses are stored in their order.
    scope: { id: `answerFeedback ${conversationId} ${messageId}` },
    networkMode: "always",
    mutationFn: (next: AnswerFeedback | null) => call(rateAnswer, { conversationId, messageId, feedback: next }),
    onMutate(next) {
      const earlier = readShown();
      show(next);
      return { earlier };
    },
    onError(error, next, context) {
      if (context && isSame(readShown(), next)) show(context.earlier);
      notifyFailure(error);
    },
  });
  if (isLocal || status === "error") return { status: "none" };
  return status === "pending" ? { status: "loading" } : { status: "ready", feedback, rate: mutate };
}

const isSame = (one: AnswerFeedback | null, other: AnswerFeedback | null) =>
  one?.rating === other?.rating && one?.reason === other?.reason;

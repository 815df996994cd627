import { type getConversationAnalysis, type OpOutput, saveUserRating } from "@lectern/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { conversationAnalysisQuery } from "../../../entities/analytics/analyticsQueries.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { call } from "../../../lib/call.ts";

/** An answer that an assistant of a group has given in a conversation of the person. */
export interface RatedAnswer {
  conversationId: string;
  messageId: string;
  assistantId: string;
}

interface Stars {
  /** Null: none. */
  userRating: number | null;
  userFeedback: string;
}

interface StarRating extends Stars {
  isLoading: boolean;
  /** True if the person has rated another answer of the assistant in the conversation: only one rating counts. */
  isElsewhere: boolean;
  isSaving: boolean;
  /** Shows the rating at once. If it cannot be saved, shows the earlier one again, and logs why. */
  rate: (stars: Stars, options?: { onSuccess: () => void }) => void;
}

type Analysis = OpOutput<typeof getConversationAnalysis>;

/** The person's rating of an answer. */
export function useStarRating({ conversationId, messageId, assistantId }: RatedAnswer): StarRating {
  const { user } = useWorkspace();
  const cache = useQueryClient();
  const query = conversationAnalysisQuery(user.id, conversationId);
  const { data, isPending } = useQuery(query);
  const show = (stored: Analysis["ratings"][number] | undefined) =>
    cache.setQueryData(query.queryKey, ({ ratings, openings }: Analysis = { ratings: [], openings: [] }) => ({
      ratings: [...ratings.filter((each) => each.assistantId !== assistantId), ...(stored ? [stored] : [])],
      openings,
    }));
  const { mutate, isPending: isSaving } = useMutation({
    // Two quick presses are stored in their order.
    scope: { id: `starRating ${conversationId}` },
    networkMode: "always",
    mutationFn: (stars: Stars) => call(saveUserRating, { conversationId, assistantId, messageId, ...stars }),
    async onMutate({ userRating, userFeedback }) {
      // An answer that is on its way would show the earlier rating again.
      await cache.cancelQueries({ queryKey: query.queryKey });
      const earlier = cache.getQueryData(query.queryKey)?.ratings.find((each) => each.assistantId === assistantId);
      show(userRating === null ? undefined : { assistantId, messageId, userRating, userFeedback });
      return { earlier };
    },
    onError(error, _stars, context) {
      console.warn("A rating could not be saved.", error.message);
      show(context?.earlier);
    },
  });
  const rating = data?.ratings.find((each) => each.assistantId === assistantId);
  const isHere = rating?.messageId === messageId;
  return {
    isLoading: isPending,
    userRating: isHere ? rating.userRating : null,
    userFeedback: (isHere && rating.userFeedback) || "",
    isElsewhere: rating !== undefined && !isHere,
    isSaving,
    rate: mutate,
  };
}

import { saveUserRating as op } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import { implement } from "../../../core/implement.ts";
import { hashConversation } from "../pseudonyms.ts";
import { updateRating } from "../rating/repository.ts";

export const saveUserRatingHandler = implement(op, async (ctx, input) => {
  const { conversationId, assistantId = null, messageId = null, userRating, userFeedback } = input;
  const conversationHash = hashConversation(ctx, ctx.actor.principal.id, conversationId);
  const isWithdrawn = userRating === null;
  const isStored = await updateRating(
    ctx.db,
    { conversationHash, assistantId },
    {
      rating: userRating,
      feedback: isWithdrawn ? null : userFeedback || null,
      messageId: isWithdrawn ? null : messageId,
      isHidden: ctx.config.hidesIdentitiesInAnalytics,
    },
  );
  if (!isStored) throw new AppError("notFound", { userMessage: "This chat can’t be rated." });
  return {};
});

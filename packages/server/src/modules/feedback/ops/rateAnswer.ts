import { rateAnswer } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { deleteFeedback, upsertFeedback } from "../repository.ts";

export const rateAnswerHandler = implement(rateAnswer, async (ctx, { conversationId, messageId, feedback }) => {
  const key = { ownerId: getOwnerId(ctx.actor), conversationId, messageId };
  if (!feedback) await deleteFeedback(ctx.db, key);
  else if (!(await upsertFeedback(ctx.db, key, feedback, ctx.clock.now()))) {
    throw new AppError("notFound", { userMessage: "This answer no longer exists." });
  }
  return {};
});

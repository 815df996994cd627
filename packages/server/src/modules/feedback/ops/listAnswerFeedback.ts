import { listAnswerFeedback } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { listFeedback } from "../repository.ts";

export const listAnswerFeedbackHandler = implement(listAnswerFeedback, async (ctx, { conversationId }) => {
  const rows = await listFeedback(ctx.db, getOwnerId(ctx.actor), conversationId);
  const feedback = rows.map(({ message_id, rating, reason }) => [
    message_id,
    { rating, ...(reason === null ? {} : { reason }) },
  ]);
  return { feedback: Object.fromEntries(feedback) };
});

import { getConversationAnalysis as op } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { hashConversation } from "../pseudonyms.ts";
import { listOpenings, listRatings } from "../rating/repository.ts";

const maxOpenings = 100;

export const getConversationAnalysisHandler = implement(op, async (ctx, { conversationId }) => {
  const conversationHash = hashConversation(ctx, ctx.actor.principal.id, conversationId);
  const openings = await listOpenings(ctx.db, { conversationHash }, maxOpenings);
  return {
    ratings: await listRatings(ctx.db, { conversationHash }),
    openings: openings.map(({ openedBy, openedAt, assistantName }) => ({
      openedBy: openedBy ?? "A deleted account",
      openedAt: openedAt.toISOString(),
      assistantName,
    })),
  };
});

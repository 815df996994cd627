import { getMultipleConversations } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { measureConversations } from "../repository.ts";
import { signWholePages } from "../signedPages.ts";
import { wholeConversationLength } from "../uploadedConversation.ts";

export const getMultipleConversationsHandler = implement(getMultipleConversations, async (ctx, input) => {
  const ids = [...new Set(input.conversationIds)];
  const rows = await measureConversations(ctx.db, ctx.actor.userId, ids);
  const sizes = new Map(rows.map(({ id, characters }) => [id, characters]));
  const fits = (id: string) => (sizes.get(id) ?? 0) <= wholeConversationLength;
  const known = ids.filter((id) => sizes.has(id));
  return {
    presignedUrls: signWholePages(ctx, ctx.actor.userId, known.filter(fits)),
    noSuchKeyConversations: ids.filter((id) => !sizes.has(id)),
    failed: known.filter((id) => !fits(id)),
  };
});

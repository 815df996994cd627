import { getGroupConversation as op } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { openContentOf } from "../reading/openContent.ts";
import { authorizeScope } from "../reading/scope.ts";

export const getGroupConversationHandler = implement(op, async (ctx, { assistantId, conversationId }) => {
  const scope = await authorizeScope(ctx, { assistantId });
  return { data: { content: await openContentOf(ctx, scope, { id: conversationId, assistantId }) } };
});

import { listPendingFacts } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { listFacts } from "../extraction/repository.ts";
import { presentMemory } from "../present.ts";

export const listPendingFactsHandler = implement(listPendingFacts, async (ctx, { conversation_id: conversationId }) => {
  const facts = await listFacts(ctx.db, getOwnerId(ctx.actor), conversationId ?? null);
  return {
    facts: facts.map(
      ({ id, conversation_id, message_id, content, project_id, assistant_id, created_at, replaced }) => ({
        ...{ id, conversation_id, message_id, content, project_id, assistant_id },
        replaces: replaced && presentMemory(replaced, ctx.actor),
        timestamp: created_at.toISOString(),
      }),
    ),
  };
});
